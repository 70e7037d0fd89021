// The floor every HTTP benchmark stands on: a bare Fastify route that answers with given bytes and does nothing else. It
// reads a JSON body when one comes, as the call beside it must.
//   node bench/bare-server.ts '{"bodyFile": …}'   prints its address once it listens
import { readFileSync } from "node:fs";
import fastify from "fastify";

const { bodyFile } = JSON.parse(process.argv[2] ?? "{}") as { readonly bodyFile: string };
const bytes = readFileSync(bodyFile, "utf8");
const app = fastify();
app.all("/*", async (_request, reply) => reply.type("application/json; charset=utf-8").send(bytes));
process.stdout.write(`${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
