/** Code for receivers, with the libraries of Standard Webhooks. */
export const VERIFY_CODE = {
  'Node.js': `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

// body: the raw body, as it arrived
const event = webhook.verify(body, request.headers);
console.log(event.type, event.data.sequence);`,
  Python: `from standardwebhooks.webhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])

# body: the raw body, as it arrived
event = webhook.verify(body, request.headers)
print(event["type"], event["data"]["sequence"])`,
  Go: `wh, err := standardwebhooks.NewWebhook(
  os.Getenv("WEBHOOK_SECRET"))

// body: the raw body, as it arrived
err = wh.Verify(body, request.Header)`,
};
