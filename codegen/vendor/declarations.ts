import { Project, ts } from "ts-morph";
import { VendorError } from "./error.js";

/** TypeScript declarations to derive a JSON Schema from. */
export interface Declarations {
  /** The file that declares the roots: one of `files`. */
  readonly entry: string;
  readonly roots: readonly string[];
  /** Absolute paths to texts. Packages that the entry imports are below `/node_modules`; nothing else is looked at. */
  readonly files: ReadonlyMap<string, string>;
}

export interface Derived {
  /** Of a JSON Schema, draft-07, with one definition for each type that the roots reach. The same for the same declarations. */
  readonly text: string;
  /** Names that are used and declared nowhere, as `Name in Where`. A union goes on without them; elsewhere they are unknown. */
  readonly undeclared: readonly string[];
}

type Schema = { [keyword: string]: unknown };
type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;
type Property = ts.PropertySignature & { readonly type: ts.TypeNode };

interface Derivation {
  readonly checker: ts.TypeChecker;
  readonly definitions: Map<string, { readonly declaration: Declaration; schema: Schema }>;
  readonly undeclared: Set<string>;
}

/** Where a type stands: the definition it is part of, and the property that each parameter of a mapped type stands for. */
interface Place {
  readonly owner: string;
  readonly keys: ReadonlyMap<string, string>;
}

/**
 * Derives the structure of types, and nothing else of them: no comments, no functions. Every named type becomes a definition of its
 * own; a type inside a namespace is named after both. Rejects syntax it does not know rather than guess.
 */
export function deriveSchema({ entry, roots, files }: Declarations): Derived {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
    compilerOptions: { noLib: true, types: [], module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  });
  for (const [file, text] of files) project.getFileSystem().writeFileSync(file, text);
  const source = project.addSourceFileAtPath(entry);
  project.resolveSourceFileDependencies();
  const derivation: Derivation = { checker: project.getTypeChecker().compilerObject, definitions: new Map(), undeclared: new Set() };
  for (const root of roots) {
    const declaration = source.getInterface(root) ?? source.getTypeAlias(root);
    if (declaration === undefined) throw new VendorError(`"${entry}" declares no type "${root}".`);
    define(derivation, declaration.compilerNode);
  }
  const names = [...derivation.definitions.keys()].sort((a, b) => (a < b ? -1 : 1));
  const definitions = Object.fromEntries(names.map((name) => [name, derivation.definitions.get(name)?.schema]));
  const text = `${JSON.stringify({ $schema: "http://json-schema.org/draft-07/schema#", definitions }, null, 2)}\n`;
  return { text, undeclared: [...derivation.undeclared].sort((a, b) => (a < b ? -1 : 1)) };
}

/** The definition of a declared type, by reference. */
function define(derivation: Derivation, declaration: Declaration): Schema {
  const name = nameOf(declaration);
  const known = derivation.definitions.get(name);
  if (known !== undefined && known.declaration !== declaration) throw new VendorError(`Two different types are called "${name}".`);
  if (known === undefined) {
    if (declaration.typeParameters !== undefined) throw new VendorError(`The type "${name}" has parameters, which a definition cannot have.`);
    const definition = { declaration, schema: {} };
    derivation.definitions.set(name, definition);
    const place: Place = { owner: name, keys: new Map() };
    definition.schema = ts.isInterfaceDeclaration(declaration) ? objectOf(derivation, declaration, place) : schemaOf(derivation, declaration.type, place);
  }
  return { $ref: `#/definitions/${name}` };
}

function schemaOf(derivation: Derivation, node: ts.TypeNode, place: Place): Schema {
  if (ts.isParenthesizedTypeNode(node)) return schemaOf(derivation, node.type, place);
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword) return schemaOf(derivation, node.type, place);
  if (ts.isArrayTypeNode(node)) return { type: "array", items: schemaOf(derivation, node.elementType, place) };
  if (ts.isLiteralTypeNode(node)) return literal(node);
  if (ts.isTypeLiteralNode(node)) return objectOf(derivation, node, place);
  if (ts.isUnionTypeNode(node)) return unionOf(membersOf(derivation, node, place));
  if (ts.isIntersectionTypeNode(node)) return intersectionOf(node.types.map((member) => schemaOf(derivation, member, place)));
  if (ts.isMappedTypeNode(node)) return mapped(derivation, node, place);
  if (ts.isConditionalTypeNode(node)) return schemaOf(derivation, chosen(node, place), place);
  if (ts.isIndexedAccessTypeNode(node)) return unionOf(accessed(derivation, node, place).map(({ type }) => schemaOf(derivation, type, place)));
  if (ts.isTypeReferenceNode(node)) return reference(derivation, node, place) ?? {};
  switch (node.kind) {
    case ts.SyntaxKind.StringKeyword:
    case ts.SyntaxKind.TemplateLiteralType:
      return { type: "string" };
    case ts.SyntaxKind.NumberKeyword:
      return { type: "number" };
    case ts.SyntaxKind.BooleanKeyword:
      return { type: "boolean" };
    case ts.SyntaxKind.UnknownKeyword:
    case ts.SyntaxKind.AnyKeyword:
      return {};
    default:
      return unreadable(node, place);
  }
}

/** Undefined if the name is declared nowhere. */
function reference(derivation: Derivation, node: ts.TypeReferenceNode, place: Place): Schema | undefined {
  const declaration = declarationOf(derivation, node.typeName);
  if (declaration !== undefined) return define(derivation, declaration);
  const name = node.typeName.getText();
  const [first, second] = node.typeArguments ?? [];
  if ((name === "Array" || name === "ReadonlyArray") && first !== undefined) return { type: "array", items: schemaOf(derivation, first, place) };
  if (name === "Record" && second !== undefined) return { type: "object", additionalProperties: schemaOf(derivation, second, place) };
  if (name === "NonNullable" && first !== undefined) return withoutNull(schemaOf(derivation, first, place));
  // Of Node's own modules, whose declarations are not in any of the packages.
  if (name === "UUID") return { type: "string" };
  derivation.undeclared.add(`${name} in ${place.owner}`);
  return undefined;
}

function objectOf(derivation: Derivation, node: ts.InterfaceDeclaration | ts.TypeLiteralNode, place: Place): Schema {
  const properties = propertiesOf(derivation, node, place);
  const index = indexOf(derivation, node, place);
  const entries = [...properties].map(([name, property]): [string, Schema, boolean] => [name, schemaOf(derivation, property.type, place), property.questionToken === undefined]);
  return objectSchema(entries, index && schemaOf(derivation, index.type, place));
}

/** `{ [K in keyof Other]: ... }`, optional where the other's property is. */
function mapped(derivation: Derivation, node: ts.MappedTypeNode, place: Place): Schema {
  const { name, constraint } = node.typeParameter;
  if (constraint === undefined || !ts.isTypeOperatorNode(constraint) || constraint.operator !== ts.SyntaxKind.KeyOfKeyword || node.type === undefined) return unreadable(node, place);
  const type = node.type;
  const entries = [...propertiesOf(derivation, objectNode(derivation, constraint.type, place), place)].map(([key, property]): [string, Schema, boolean] => {
    const keys = new Map(place.keys).set(name.text, key);
    return [key, schemaOf(derivation, type, { ...place, keys }), property.questionToken === undefined];
  });
  return objectSchema(entries, undefined);
}

/** The branch of `K extends "a" | "b" ? ... : ...`, where `K` stands for a property of a mapped type. */
function chosen(node: ts.ConditionalTypeNode, place: Place): ts.TypeNode {
  const key = place.keys.get(node.checkType.getText());
  const names = ts.isUnionTypeNode(node.extendsType) ? node.extendsType.types : [node.extendsType];
  const known = names.map((name) => (ts.isLiteralTypeNode(name) && ts.isStringLiteral(name.literal) ? name.literal.text : undefined));
  if (key === undefined || known.includes(undefined)) return unreadable(node, place);
  return known.includes(key) ? node.trueType : node.falseType;
}

/** The property that `Other["key"]` or `Other[K]` names; of a union, that of each member. */
function accessed(derivation: Derivation, node: ts.IndexedAccessTypeNode, place: Place): Property[] {
  const { indexType } = node;
  const key = ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) ? indexType.literal.text : place.keys.get(indexType.getText());
  if (key === undefined) return unreadable(node, place);
  return objectsIn(derivation, node.objectType, place).map((object) => propertiesOf(derivation, object, place).get(key) ?? unreadable(node, place));
}

function objectsIn(derivation: Derivation, node: ts.TypeNode, place: Place): (ts.InterfaceDeclaration | ts.TypeLiteralNode)[] {
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((member) => objectsIn(derivation, member, place));
  const declaration = ts.isTypeReferenceNode(node) ? declarationOf(derivation, node.typeName) : undefined;
  return declaration !== undefined && ts.isTypeAliasDeclaration(declaration) ? objectsIn(derivation, declaration.type, place) : [objectNode(derivation, node, place)];
}

/** Own properties and inherited ones, the inherited first. */
function propertiesOf(derivation: Derivation, node: ts.InterfaceDeclaration | ts.TypeLiteralNode, place: Place): Map<string, Property> {
  const properties = new Map(basesOf(derivation, node, place).flatMap((base) => [...propertiesOf(derivation, base, place)]));
  for (const member of node.members) {
    if (ts.isIndexSignatureDeclaration(member)) continue;
    if (!ts.isPropertySignature(member) || member.type === undefined || ts.isComputedPropertyName(member.name)) return unreadable(member, place);
    properties.set(member.name.text, member as Property);
  }
  return properties;
}

function indexOf(derivation: Derivation, node: ts.InterfaceDeclaration | ts.TypeLiteralNode, place: Place): ts.IndexSignatureDeclaration | undefined {
  return node.members.find(ts.isIndexSignatureDeclaration) ?? basesOf(derivation, node, place).map((base) => indexOf(derivation, base, place)).find((index) => index !== undefined);
}

function basesOf(derivation: Derivation, node: ts.InterfaceDeclaration | ts.TypeLiteralNode, place: Place): (ts.InterfaceDeclaration | ts.TypeLiteralNode)[] {
  const heritage = ts.isInterfaceDeclaration(node) ? (node.heritageClauses ?? []) : [];
  return heritage.flatMap(({ types }) => types.map((type) => objectBehind(derivation, type.expression, place)));
}

function objectNode(derivation: Derivation, node: ts.TypeNode, place: Place): ts.InterfaceDeclaration | ts.TypeLiteralNode {
  if (ts.isTypeLiteralNode(node)) return node;
  return ts.isTypeReferenceNode(node) ? objectBehind(derivation, node.typeName, place) : unreadable(node, place);
}

function objectBehind(derivation: Derivation, name: ts.Node, place: Place): ts.InterfaceDeclaration | ts.TypeLiteralNode {
  const declaration = declarationOf(derivation, name);
  if (declaration === undefined) return unreadable(name, place);
  return ts.isInterfaceDeclaration(declaration) ? declaration : objectNode(derivation, declaration.type, place);
}

/** Through imports, re-exports and namespaces. */
function declarationOf({ checker }: Derivation, name: ts.Node): Declaration | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  const target = symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target?.declarations?.find((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node));
}

/** The members of a union, without those that are declared nowhere and without undefined, which JSON does not have. */
function membersOf(derivation: Derivation, node: ts.UnionTypeNode, place: Place): Schema[] {
  return node.types.flatMap((member): Schema[] => {
    if (member.kind === ts.SyntaxKind.UndefinedKeyword) return [];
    if (!ts.isTypeReferenceNode(member)) return [schemaOf(derivation, member, place)];
    return [reference(derivation, member, place) ?? []].flat();
  });
}

/** Strings and types in as few words as say the same. */
function unionOf(members: readonly Schema[]): Schema {
  const open = members.some((member) => isType(member, "string"));
  const texts = open ? [] : members.filter((member) => typeof member.const === "string");
  const merged = texts.length < 2 ? undefined : { type: "string", enum: texts.map((member) => member.const) };
  const kept = members.flatMap((member) => {
    if (typeof member.const !== "string" || (!open && merged === undefined)) return [member];
    return merged !== undefined && member === texts[0] ? [merged] : [];
  });
  if (kept.length === 1) return kept[0] as Schema;
  return kept.every((member) => isType(member, String(member.type))) ? { type: kept.map(({ type }) => type) } : { anyOf: kept };
}

/** `string & {}` is a string. */
function intersectionOf(members: readonly Schema[]): Schema {
  const kept = members.filter((member) => !isType(member, "object"));
  return kept.length === 1 ? (kept[0] as Schema) : { allOf: kept };
}

function withoutNull(schema: Schema): Schema {
  const { type, anyOf } = schema;
  if (Array.isArray(type)) return unionOf(type.filter((name) => name !== "null").map((name) => ({ type: name })));
  return Array.isArray(anyOf) ? unionOf((anyOf as Schema[]).filter((member) => !isType(member, "null"))) : schema;
}

function literal({ literal: value }: ts.LiteralTypeNode): Schema {
  if (value.kind === ts.SyntaxKind.NullKeyword) return { type: "null" };
  if (ts.isStringLiteral(value) || ts.isNoSubstitutionTemplateLiteral(value)) return { const: value.text };
  return { const: JSON.parse(value.getText()) as unknown };
}

function objectSchema(entries: readonly [name: string, schema: Schema, required: boolean][], index: Schema | undefined): Schema {
  const required = entries.filter(([, , isRequired]) => isRequired).map(([name]) => name);
  return {
    type: "object",
    ...(entries.length > 0 && { properties: Object.fromEntries(entries) }),
    ...(required.length > 0 && { required }),
    ...(index !== undefined && { additionalProperties: index }),
  };
}

/** Nothing but this type. */
function isType(schema: Schema, type: string): boolean {
  return schema.type === type && Object.keys(schema).length === 1;
}

/** `Outer.Inner` is `OuterInner`. */
function nameOf(declaration: Declaration): string {
  let name = declaration.name.text;
  for (let node: ts.Node = declaration; !ts.isSourceFile(node); node = node.parent) if (ts.isModuleDeclaration(node)) name = `${node.name.text}${name}`;
  return name;
}

function unreadable(node: ts.Node, { owner }: Place): never {
  throw new VendorError(`The type "${owner}" is written in a way that no schema can be derived from: ${node.getText()}`);
}
