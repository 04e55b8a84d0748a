/** Code for receivers, with the libraries of Standard Webhooks. */
export const VERIFY_CODE = {
  'Node.js': `import { Webhook } from
  'standardwebhooks';

const webhook = new Webhook(
  process.env.WEBHOOK_SECRET);

// body: as it arrived, not parsed
const event = webhook.verify(
  body, request.headers);
console.log(event.type);`,
  Python: `from standardwebhooks.webhooks \\
  import Webhook

webhook = Webhook(
  os.environ["WEBHOOK_SECRET"])

# body: as it arrived, not parsed
event = webhook.verify(
  body, request.headers)
print(event["type"])`,
  Go: `webhook, err :=
  standardwebhooks.NewWebhook(
    os.Getenv("WEBHOOK_SECRET"))

// body: as it arrived, not parsed
err = webhook.Verify(
  body, request.Header)`,
};
