// The system of an operator that receives webhooks, for the tests of cmd/consigne: it checks each signature with the library
// of Standard Webhooks, and writes what it has received to a file before it answers.
// Usage: node webhook-receiver.mjs PORT FILE SECRET
import { openSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const [port, path, secret] = process.argv.slice(2);
const webhook = new Webhook(secret);
const file = openSync(path, "a");

const OBJECTS = { stay: "idOccupation", payment: "idPaiement", locker: "idCasier" };

createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    try {
      const body = Buffer.concat(parts).toString("utf8");
      const { type, data } = webhook.verify(body, request.headers);
      const kind = type.split(".")[0];
      writeSync(file, `${type} ${data[OBJECTS[kind]]} ${request.headers["webhook-id"]}\n`);
      response.writeHead(204).end();
    } catch (error) {
      writeSync(file, `refused ${String(error.message).replaceAll(/\s+/g, "_")} -\n`);
      response.writeHead(400).end();
    }
  });
}).listen(Number(port), "127.0.0.1", () => process.stdout.write("listening\n"));
