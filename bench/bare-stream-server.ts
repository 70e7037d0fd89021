// The floor of the tracking streams: a server that does nothing but write what it is sent to the stream of that name.
import { createServer, type ServerResponse } from "node:http";

const streams = new Map<string, ServerResponse>();
const server = createServer((request, response) => {
  const name = request.url ?? "";
  if (request.method === "GET") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("retry: 2000\n\n");
    streams.set(name, response);
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    streams.get(name)?.write(`event: state\ndata: ${Buffer.concat(chunks)}\n\n`);
    response.end("{}");
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
process.on("SIGTERM", () => process.exit(0));
