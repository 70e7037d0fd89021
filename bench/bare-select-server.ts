// The floor of reading an order: a bare Fastify route that selects the same row by the same key and sends it as it came.
//   node bench/bare-select-server.ts <database url>   prints its address once it listens
import fastify from "fastify";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
const app = fastify();
const row = "select orders.id, status, content::text as content, state::text as state from orders";

app.get<{ Params: { id: string } }>("/v3/orders/:id", async (request, reply) => {
  const { rows } = await pool.query({ name: "detail", text: `${row} where id = $1`, values: [request.params.id] });
  return reply.type("application/json").send(rows[0].content + rows[0].state);
});
app.get<{ Params: { number: string } }>("/v3/orders/tracks/:number", async (request, reply) => {
  const { rows } = await pool.query({
    name: "tracks",
    text: `${row} join tracking_numbers on order_id = orders.id where tracking_number = $1`,
    values: [request.params.number],
  });
  return reply.type("application/json").send(rows.map((one) => one.content + one.state).join());
});
process.stdout.write(`${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
