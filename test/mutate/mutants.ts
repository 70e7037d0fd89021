// The small faults that are tried on a source: one wrong sign, bound, word or missing step at a time. What is chosen here is what
// a tired programmer might write and the compiler would let pass; words meant for people are left alone.
import { parseSync } from "vite";

export type Mutant = {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  // The source line it begins on, without its indent.
  readonly code: string;
  readonly original: string;
  readonly replacement: string;
  // A statement is left out whole; everything else is an expression put in another's place.
  readonly isStatement: boolean;
};

type Node = { readonly type: string; readonly start: number; readonly end: number } & {
  readonly [key: string]: unknown;
};
// What an expression's value is used for. `done`: a truth that its surroundings have already been tried with both ways.
type Use = "value" | "condition" | "loop" | "and" | "or" | "done";
type Add = (node: Node, ...replacements: readonly string[]) => void;

export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const { program, errors } = parseSync(file, source, { lang: "ts" });
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const found: Mutant[] = [];
  const lines = source.split("\n");
  const add = (isStatement: boolean, node: Node, replacements: readonly string[]) => {
    const { start, end } = node;
    const original = source.slice(start, end);
    const line = source.slice(0, start).split("\n").length;
    const code = lines[line - 1]?.trim() ?? "";
    for (const replacement of new Set(replacements)) {
      if (replacement !== original) found.push({ file, start, end, line, code, original, replacement, isStatement });
    }
  };
  const finder = new Finder(
    source,
    file.startsWith("src/domain/"),
    (node, ...replacements) => add(false, node, replacements),
    (node) => add(true, node, [""]),
  );
  finder.visit(program as unknown as Node, "value");
  return found;
}

// The bound moved by one, and what a whole number beside it is moved by to move it the other way.
const BOUNDS: Readonly<Record<string, readonly [string, number]>> = {
  "<": ["<=", -1],
  "<=": ["<", 1],
  ">": [">=", 1],
  ">=": [">", -1],
};
const COMPARISONS = new Set(["<", "<=", ">", ">=", "===", "!==", "==", "!=", "in", "instanceof"]);
const ARITHMETIC: Readonly<Record<string, string>> = { "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "**": "*" };
const ASSIGNMENTS: Readonly<Record<string, string>> = { "+=": "-=", "-=": "+=", "*=": "/=", "??=": "=" };
const METHODS = new Map([
  ["some", "every"],
  ["every", "some"],
  ["min", "max"],
  ["max", "min"],
  ["floor", "ceil"],
  ["ceil", "floor"],
  ["round", "floor"],
  ["find", "findLast"],
]);
const LEFT_OUT_METHODS = new Set([
  ...["filter", "slice", "sort", "toSorted", "reverse", "toReversed"],
  ...["trim", "toLowerCase", "toUpperCase", "replaceAll", "replace"],
]);
const TELLS_TRUTH = /^(is|has|was|may|can|needs|includes|some|every|test|startsWith|endsWith|equals)([A-Z]|$)/;
const WRAPPERS = new Set([
  ...["ParenthesizedExpression", "TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"],
]);
// Meant for people: more than one word, and not the shouting of a status.
const WORDS = /[a-z].*\s|\s.*[a-z]/;
const LISTED_MAX = 8;
// Seconds of an hour, milliseconds of a second: nobody gets these wrong by one.
const UNITS = new Set([1_000, 3_600, 60_000, 86_400, 3_600_000, 86_400_000]);

class Finder {
  readonly #source: string;
  readonly #add: Add;
  readonly #leaveOut: (statement: Node) => void;
  readonly #isRule: boolean;

  constructor(source: string, isRule: boolean, add: Add, leaveOut: (statement: Node) => void) {
    this.#source = source;
    this.#isRule = isRule;
    this.#add = add;
    this.#leaveOut = leaveOut;
  }

  visit(node: Node, use: Use): void {
    // Types, and what is only thrown when the program itself is wrong.
    const isLeftAlone = /^(TS|Import|ExportAll|Throw|Update)/.test(node.type) || isNewError(node);
    if (WRAPPERS.has(node.type)) this.visit(node.expression as Node, use);
    else if (!isLeftAlone) this.#faults(node, use);
  }

  #faults(node: Node, use: Use): void {
    this.#truth(node, use);
    switch (node.type) {
      case "LogicalExpression":
        this.#logical(node, use);
        break;
      case "UnaryExpression":
        this.#unary(node);
        break;
      case "BinaryExpression":
        this.#binary(node);
        break;
      case "Literal":
        this.#literal(node);
        break;
      case "AssignmentExpression":
        this.#assignment(node);
        break;
      case "ArrayExpression":
        this.#list(node);
        break;
      case "CallExpression":
      case "ChainExpression":
        this.#call(node);
        break;
      case "ExpressionStatement":
        this.#statement(node);
        break;
      case "VariableDeclarator":
        this.#declaration(node);
        break;
      case "IfStatement":
      case "ConditionalExpression":
        this.#children(node, { test: "condition" });
        break;
      case "WhileStatement":
      case "DoWhileStatement":
      case "ForStatement":
        this.#children(node, { test: "loop" });
        break;
      case "Property":
      case "PropertyDefinition":
      case "MethodDefinition":
        this.#children(node, {}, node.computed ? [] : ["key"]);
        break;
      case "MemberExpression":
        this.#children(node, {}, node.computed ? [] : ["property"]);
        break;
      default:
        this.#children(node, {});
        break;
    }
  }

  #children(node: Node, uses: Readonly<Record<string, Use>>, leftOut: readonly string[] = []): void {
    for (const [key, child] of Object.entries(node)) {
      if (leftOut.includes(key)) continue;
      for (const each of Array.isArray(child) ? child : [child])
        if (isNode(each)) this.visit(each, uses[key] ?? "value");
    }
  }

  #text(node: Node): string {
    return this.#source.slice(node.start, node.end);
  }

  // A loop that never ends tells nothing that one which never runs does not.
  #truth(node: Node, use: Use): void {
    if (use === "done" || node.type === "Literal") return;
    const isJoined = node.type === "LogicalExpression" && use === (node.operator === "&&" ? "and" : "or");
    if (use === "value" ? isAlwaysTrue(node) : use === "condition") this.#add(node, "true", "false");
    else if (use === "and" && !isJoined) this.#add(node, "true");
    else if ((use === "or" && !isJoined) || use === "loop") this.#add(node, "false");
  }

  #logical(node: Node, use: Use): void {
    const left = node.left as Node;
    const right = node.right as Node;
    if (node.operator !== "??" && (use !== "value" || isAlwaysTrue(node))) {
      const part = node.operator === "&&" ? "and" : "or";
      this.visit(left, part);
      this.visit(right, part);
      return;
    }
    if (node.operator !== "??") this.#add(node, this.#text(left), this.#text(right));
    else if (this.#text(right) !== "undefined") this.#add(node, this.#text(left));
    this.visit(left, "value");
    this.visit(right, "value");
  }

  #unary(node: Node): void {
    const argument = node.argument as Node;
    if (node.operator === "-" && argument.type !== "Literal") this.#add(node, this.#text(argument));
    if (node.operator === "!") this.visit(argument, "done");
    else if (node.operator !== "typeof" && node.operator !== "delete") this.visit(argument, "value");
  }

  #binary(node: Node): void {
    const operator = String(node.operator);
    const sides = [node.left as Node, node.right as Node] as const;
    const joined = (other: string, left = this.#text(sides[0]), right = this.#text(sides[1])) =>
      `${left} ${other} ${right}`;
    const bound = BOUNDS[operator];
    if (bound) {
      const [moved, by] = bound;
      const [left, right] = sides.map((side) => (typeof side.value === "number" ? side.value : undefined));
      this.#add(node, joined(moved));
      if (right !== undefined) this.#add(node, joined(operator, undefined, String(right + by)));
      if (left !== undefined) this.#add(node, joined(operator, String(left - by)));
    }
    const other = ARITHMETIC[operator];
    if (other && !(operator === "+" && sides.some(isText))) this.#add(node, joined(other));
    for (const side of sides) if (!COMPARISONS.has(operator) || side.type !== "Literal") this.visit(side, "value");
  }

  #literal(node: Node): void {
    const { value } = node;
    if (typeof value === "boolean") this.#add(node, String(!value));
    if (typeof value === "string" && !WORDS.test(value)) this.#add(node, '"mutated"');
    if (typeof value === "number" && !UNITS.has(value)) {
      this.#add(node, String(value + 1), ...(value === 0 ? [] : [String(value - 1)]));
    }
    if (isNode(node.regex) || value instanceof RegExp) this.#add(node, "/(?:)/", "/(?!)/");
  }

  // A number of a rule is a promise, to the last second. A limit chosen by measurement is not: it is only tried at nothing.
  #declaration(node: Node): void {
    const isLimit = !this.#isRule && /^[A-Z][A-Z_]+$/.test(nameOf(node.id as Node) ?? "") && isFigure(node.init);
    if (isLimit) this.#add(node.init as Node, "0");
    else this.#children(node, {});
  }

  #assignment(node: Node): void {
    const other = ASSIGNMENTS[String(node.operator)];
    const [left, right] = [node.left as Node, node.right as Node];
    if (other) this.#add(node, `${this.#text(left)} ${other} ${this.#text(right)}`);
    this.visit(right, "value");
  }

  #list(node: Node): void {
    const elements = (node.elements as readonly (Node | null)[]).filter((element) => element !== null);
    const isPlain = elements.every((element) => element.type === "Literal");
    if (!isPlain && elements.length <= LISTED_MAX) {
      for (const left of elements) {
        this.#add(node, `[${elements.filter((each) => each !== left).map((each) => this.#text(each))}]`);
      }
    }
    this.#children(node, {});
  }

  // Inside a chain (`a?.b.c()`) nothing but the whole can be replaced: its links end together when one is missing.
  #call(node: Node): void {
    const call = (node.type === "ChainExpression" ? node.expression : node) as Node;
    const callee = call.callee as Node | undefined;
    const name = callee && nameOf(callee);
    if (callee?.type === "MemberExpression" && name !== undefined) {
      const receiver = callee.object as Node;
      const rest = this.#source.slice((callee.property as Node).end, call.end);
      const other = METHODS.get(name);
      const isMath = this.#text(receiver) === "Math";
      if (other) this.#add(node, this.#source.slice(call.start, (callee.property as Node).start) + other + rest);
      if (LEFT_OUT_METHODS.has(name)) this.#add(node, this.#text(receiver));
      if (isMath && name === "abs") this.#add(node, this.#text((call.arguments as readonly Node[])[0] ?? node));
    }
    this.#links(call, node.type === "ChainExpression");
  }

  #links(link: Node, isChained: boolean): void {
    if (link.type === "TSNonNullExpression") this.#links(link.expression as Node, isChained);
    else if (link.type === "CallExpression" || link.type === "MemberExpression") this.#link(link, isChained);
    else this.visit(link, "value");
  }

  #link(link: Node, isChained: boolean): void {
    const next = (link.type === "CallExpression" ? link.callee : link.object) as Node;
    const given = link.type === "CallExpression" ? (link.arguments as readonly Node[]) : [];
    // refuse(code, words for people, …)
    const judged = isRefusing(link) ? given.slice(0, 1) : given;
    for (const argument of judged) this.visit(argument, "value");
    if (link.type === "MemberExpression" && link.computed) this.visit(link.property as Node, "value");
    if (isChained) this.#links(next, true);
    // The function called keeps its `this`: what is before the dot may be replaced, the pair may not.
    else if (link.type === "CallExpression" && next.type === "MemberExpression")
      this.#children(next, {}, leftOutOf(next));
    else this.visit(next, "value");
  }

  #statement(node: Node): void {
    const expression = node.expression as Node;
    if (!node.directive && nameOf(expression.callee as Node | undefined) !== "super") this.#leaveOut(node);
    this.visit(expression, "value");
  }
}

function leftOutOf(member: Node): readonly string[] {
  return member.computed ? [] : ["property"];
}

function isNode(given: unknown): given is Node {
  return typeof given === "object" && given !== null && typeof (given as { type?: unknown }).type === "string";
}

function isFigure(given: unknown): boolean {
  if (!isNode(given)) return false;
  if (given.type === "BinaryExpression") return isFigure(given.left) && isFigure(given.right);
  return given.type === "Literal" && typeof given.value === "number";
}

function isNewError(node: Node): boolean {
  return node.type === "NewExpression" && /Error$/.test(nameOf(node.callee as Node) ?? "");
}

function isRefusing(node: Node): boolean {
  return nameOf(node.callee as Node | undefined) === "refuse";
}

function isText(node: Node): boolean {
  if (node.type === "BinaryExpression") return [node.left as Node, node.right as Node].some(isText);
  return node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
}

function nameOf(node: Node | undefined): string | undefined {
  if (node?.type === "Super") return "super";
  if (node?.type === "Identifier") return String(node.name);
  return node?.type === "MemberExpression" && !node.computed ? nameOf(node.property as Node) : undefined;
}

function isAlwaysTrue(node: Node): boolean {
  if (WRAPPERS.has(node.type) || node.type === "ChainExpression") return isAlwaysTrue(node.expression as Node);
  if (node.type === "BinaryExpression") return COMPARISONS.has(String(node.operator));
  if (node.type === "UnaryExpression") return node.operator === "!";
  if (node.type === "LogicalExpression")
    return node.operator !== "??" && isAlwaysTrue(node.left as Node) && isAlwaysTrue(node.right as Node);
  return node.type === "CallExpression" && TELLS_TRUTH.test(nameOf(node.callee as Node) ?? "");
}
