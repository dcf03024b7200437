import type { Accepts, CheckedExpression, CheckedField, CheckedValue } from "../check/types.js";
import { coercedCode, type Code } from "./expression.js";
import { isIdentifier, propertyName } from "./names.js";
import { innerScope, local, type Scope } from "./scope.js";
import { expressionsOfFields, pathsOf } from "./walk.js";

/** Where values are written: lines that come before, and what happens when a required value is not there. */
export interface Block {
  readonly scope: Scope;
  readonly lines: string[];
  /** The statement that gives up; without it a required value takes its field's fallback. */
  readonly lacking?: string;
}

/** A value that its field accepts. */
export function valueCode(value: CheckedValue, accepts: Accepts, block: Block, name: string): Code {
  switch (value.kind) {
    case "literal":
      return value.value === null ? { code: "undefined", maybe: true } : { code: JSON.stringify(value.value), maybe: false };
    case "expression":
      return coercedCode(value.expression, accepts, block.scope);
    case "object":
      return { code: objectCode(value.fields, block, { name, type: "Record<string, unknown>" }), maybe: false };
    case "list":
      return listCode(value.items, accepts, block, name);
    case "each":
      return eachCode(value, block);
  }
}

/**
 * An object literal: what is always there stands in it, what may be absent is set by an `if` that follows, for objects
 * of one layout are what engines are fast at. An optional string that is empty says nothing and is left out.
 */
export function objectCode(fields: readonly CheckedField[], block: Block, as: ObjectName): string {
  const fixed: string[] = [];
  const optional: { readonly field: CheckedField; readonly code: string }[] = [];
  for (const field of fields) {
    const value = valueCode(field.value, field.accepts, block, field.name);
    const sure = field.required ? requiredCode(field, value, block, as.ids?.has(field.name) ?? false) : mayBeLeftOut(field, value) ? undefined : value.code;
    if (sure === undefined) optional.push({ field, code: value.code });
    else if (field.required || sure !== '""') fixed.push(entry(field.name, sure));
  }
  const literal = `{ ${fixed.join(", ")} }`;
  if (optional.every(({ code }) => code === "undefined")) return literal;

  const name = local(block.scope, as.name);
  block.lines.push(`const ${name}: ${as.type} = ${literal};`);
  for (const { field, code } of optional) {
    if (code === "undefined") continue;
    const value = local(block.scope, field.name);
    block.lines.push(`const ${value} = ${code};`, `if (${saysSomething(value, field)}) ${setCode(name, field.name, value)};`);
  }
  return name;
}

/** What every object inherits cannot be assigned: its type is another, or it is no property at all. */
function setCode(object: string, name: string, value: string): string {
  if (name in Object.prototype) return `Object.defineProperty(${object}, ${JSON.stringify(name)}, { value: ${value}, enumerable: true, configurable: true, writable: true })`;
  return `${isIdentifier(name) ? `${object}.${name}` : `${object}[${JSON.stringify(name)}]`} = ${value}`;
}

/** What an object is called where it needs a variable; of its required fields, those that are ids, which are never empty. */
export interface ObjectName {
  readonly name: string;
  readonly type: string;
  readonly ids?: ReadonlySet<string>;
}

/** Absent, or a text from the wire, which may be empty. */
function mayBeLeftOut({ accepts, value }: CheckedField, { maybe }: Code): boolean {
  return maybe || (accepts.kind === "string" && value.kind !== "literal");
}

/** An object literal whose values may be absent: whoever gets it skips those. */
export function looseObjectCode(fields: readonly CheckedField[], block: Block): string {
  return `{ ${fields.map((field) => entry(field.name, valueCode(field.value, field.accepts, block, field.name).code)).join(", ")} }`;
}

function requiredCode(field: CheckedField, value: Code, block: Block, isId: boolean): string {
  if (!value.maybe && !isId) return value.code;
  const instead = JSON.stringify(fallback(field));
  if (block.lacking === undefined) return value.code === "undefined" ? instead : isId ? `(${value.code}) || ${instead}` : `${value.code} ?? ${instead}`;
  const name = local(block.scope, field.name);
  block.lines.push(`const ${name} = ${value.code};`, `if (${name} === undefined) ${block.lacking}`);
  return name;
}

/** What a required field becomes when the wire leaves it out. */
function fallback({ fallback, accepts }: CheckedField): unknown {
  if (fallback !== undefined) return fallback;
  switch (accepts.kind) {
    case "enum":
      return accepts.values[0];
    case "string":
      return "";
    case "number":
    case "integer":
      return 0;
    case "boolean":
      return false;
    case "object":
      return {};
    case "list":
    case "strings":
      return [];
    case "any":
      return null;
  }
}

function saysSomething(name: string, { accepts, value }: CheckedField): string {
  if (accepts.kind === "string" || accepts.kind === "enum") return name;
  const text = accepts.kind === "any" && value.kind === "expression" && mayBeText(value.expression);
  return text ? `${name} !== undefined && ${name} !== ""` : `${name} !== undefined`;
}

function mayBeText({ shape }: CheckedExpression): boolean {
  return shape.kind === "string" || (shape.kind === "union" && shape.members.some(({ kind }) => kind === "string"));
}

function listCode(items: readonly CheckedValue[], accepts: Accepts, block: Block, name: string): Code {
  const codes = items.map((item) => valueCode(item, { kind: accepts.kind === "strings" ? "string" : "any" }, block, name));
  const code = `[${codes.map(({ code }) => code).join(", ")}]`;
  return { code: codes.some(({ maybe }) => maybe) ? `${code}.filter((value) => value !== undefined)` : code, maybe: false };
}

/** A list made from a list; elements that are nothing to read from are left out. */
function eachCode(value: CheckedValue & { readonly kind: "each" }, block: Block): Code {
  const variable = local(block.scope, value.as);
  const scope = innerScope(block.scope, new Map([[value.as, variable]]));
  const inner: Block = { scope, lines: [] };
  const element = objectCode(value.fields, inner, { name: "element", type: "Record<string, unknown>" });
  const body = inner.lines.length === 0 ? `(${element})` : `{ ${inner.lines.join("\n")}\nreturn ${element}; }`;
  const walked = [...pathsOf(expressionsOfFields(value.fields))].some(({ root, steps }) => root === value.as && steps.length > 0);
  const elements = coercedCode(value.list, { kind: walked ? "objects" : "list" }, block.scope);
  return { code: `(${elements.code})?.map((${variable}) => ${body})`, maybe: true };
}

/** What a `case` does: in braces if it declares something. */
export function blockCode(lines: readonly string[]): string {
  return lines.length === 1 ? `\n${lines[0]}` : `{\n${lines.join("\n")}\n}`;
}

/** A property of an object literal. */
export function entry(name: string, code: string): string {
  return name === code ? name : `${propertyName(name)}: ${code}`;
}
