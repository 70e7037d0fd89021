// What checks a call's parts and what writes its answers are compiled from their schemas when first used. For all calls at once
// that took half of the processor time of a start, and most processes never see most calls; test/docs makes each once,
// so a schema that cannot be compiled is still noticed before anybody else meets it.
import { AjvCompiler, type BuildCompilerFromPool } from "@fastify/ajv-compiler";
import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import type { FastifyServerOptions } from "fastify";

type Compilers = NonNullable<NonNullable<FastifyServerOptions["schemaController"]>["compilersFactory"]>;
type Check = { (part: unknown): unknown; errors?: unknown };

const buildValidator: BuildCompilerFromPool = (...given) => {
  const compile = AjvCompiler()(...given);
  return (call) => {
    const checkOf = once(() => compile(call) as Check);
    const check: Check = (part) => {
      const passes = checkOf()(part);
      // Fastify looks for what was wrong on the function that it called.
      check.errors = checkOf().errors;
      return passes;
    };
    // The rest of what Ajv puts on its functions is for its own use.
    return check as ReturnType<typeof compile>;
  };
};

const buildSerializer: NonNullable<Compilers["buildSerializer"]> = (...given) => {
  const compile = SerializerSelector()(...given);
  return (call) => {
    const write = once(() => compile(call));
    return (answer) => write()(answer);
  };
};

export const compileWhenUsed: Compilers = { buildValidator, buildSerializer };

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
