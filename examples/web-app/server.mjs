import { createApp } from './app.mjs';

const { PORT = '3002', HOST = '127.0.0.1' } = process.env;

const server = createApp(`http://localhost:${PORT}`).listen(Number(PORT), HOST, (error) => {
  if (error) throw error;
  // `npm start` of Latchkey prints the address itself
  if (!process.connected) console.log(`The web app is at http://localhost:${PORT}`);
});

function stop() {
  server.close(() => process.exit());
  server.closeAllConnections();
}

process.once('SIGINT', stop);
process.once('SIGTERM', stop);
// `npm start` of Latchkey was killed
process.once('disconnect', stop);
