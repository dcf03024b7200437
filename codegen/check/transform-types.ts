import type * as Morph from "ts-morph";
import type { Field, Shape } from "../schema/types.js";
import type { Code } from "./codes.js";
import { unionOf, unknown } from "./shapes.js";

/** One file of transforms. */
export interface Reader {
  readonly morph: typeof Morph;
  readonly source: Morph.SourceFile;
  readonly report: (code: Code, node: Morph.Node, message: string, hint?: string) => void;
}

export interface TypePlace {
  readonly reader: Reader;
  readonly side: "parameter" | "result";
  /** Names that are being unfolded: a type inside itself is unknown there. */
  readonly within: readonly string[];
}

/** A written type as a shape; null and undefined are both null. Reports what a transform may not use. */
export function shapeOf(place: TypePlace, node: Morph.TypeNode): Shape | undefined {
  const { Node, SyntaxKind } = place.reader.morph;
  switch (node.getKind()) {
    case SyntaxKind.StringKeyword:
      return { kind: "string" };
    case SyntaxKind.NumberKeyword:
      return { kind: "number" };
    case SyntaxKind.BooleanKeyword:
      return { kind: "boolean" };
    case SyntaxKind.UnknownKeyword:
      return unknown;
    case SyntaxKind.UndefinedKeyword:
      return { kind: "null" };
  }
  if (Node.isLiteralTypeNode(node)) return literalOf(place, node);
  if (Node.isParenthesizedTypeNode(node)) return shapeOf(place, node.getTypeNode());
  if (Node.isTypeOperatorTypeNode(node) && node.getOperator() === SyntaxKind.ReadonlyKeyword) return shapeOf(place, node.getTypeNode());
  if (Node.isArrayTypeNode(node)) return listOf(shapeOf(place, node.getElementTypeNode()));
  if (Node.isUnionTypeNode(node)) {
    const members = node.getTypeNodes().map((member) => shapeOf(place, member));
    return members.includes(undefined) ? undefined : unionOf(members as Shape[]);
  }
  if (Node.isTypeLiteral(node)) return objectOf(place, node);
  if (Node.isTypeReference(node)) return referenceOf(place, node);
  if (Node.isIndexedAccessTypeNode(node) && /Event/.test(node.getObjectTypeNode().getText())) return foreign(place, node);
  return refuse(place, node);
}

function refuse({ reader }: TypePlace, node: Morph.Node): undefined {
  reader.report("transform-type", node, `A transform cannot have the type \`${node.getText().slice(0, 60)}\`.`, "It may have string, number, boolean, null, undefined, unknown, literals, arrays, objects, types declared in the file, and those of the canonical model.");
  return undefined;
}

function literalOf(place: TypePlace, node: Morph.LiteralTypeNode): Shape | undefined {
  const { Node, SyntaxKind } = place.reader.morph;
  const literal = node.getLiteral();
  if (literal.getKind() === SyntaxKind.NullKeyword) return { kind: "null" };
  if (Node.isStringLiteral(literal) || Node.isNumericLiteral(literal)) return { kind: "literal", value: literal.getLiteralValue() };
  if (literal.getKind() === SyntaxKind.TrueKeyword || literal.getKind() === SyntaxKind.FalseKeyword) return { kind: "literal", value: literal.getKind() === SyntaxKind.TrueKeyword };
  return Node.isPrefixUnaryExpression(literal) ? { kind: "literal", value: Number(literal.getText()) } : refuse(place, node);
}

function listOf(element: Shape | undefined): Shape | undefined {
  return element && { kind: "list", element };
}

function objectOf(place: TypePlace, node: Morph.TypeElementMemberedNode & Morph.Node): Shape | undefined {
  const { Node } = place.reader.morph;
  const fields = new Map<string, Field>();
  let rest: Shape | undefined;
  for (const member of node.getMembers()) {
    if (Node.isPropertySignature(member)) {
      const type = member.getTypeNode();
      const shape = type ? shapeOf(place, type) : unknown;
      if (shape === undefined) return undefined;
      fields.set(member.getName().replace(/^["']|["']$/g, ""), { shape, required: !member.hasQuestionToken() });
    } else if (Node.isIndexSignatureDeclaration(member)) {
      rest = shapeOf(place, member.getReturnTypeNodeOrThrow());
      if (rest === undefined) return undefined;
    } else return refuse(place, member);
  }
  return { kind: "object", fields, ...(rest && { rest }) };
}

/** `Array<T>`, `Record<string, T>`, a type of the file, or one of the canonical model. */
function referenceOf(place: TypePlace, node: Morph.TypeReferenceNode): Shape | undefined {
  const { reader, within } = place;
  const name = node.getTypeName().getText();
  const [first, second] = node.getTypeArguments();
  if ((name === "Array" || name === "ReadonlyArray") && first) return listOf(shapeOf(place, first));
  if (name === "Readonly" && first) return shapeOf(place, first);
  if (name === "Record" && first?.getText() === "string" && second) {
    const rest = shapeOf(place, second);
    return rest && { kind: "object", fields: new Map(), rest };
  }
  if (within.includes(name)) return unknown;
  const deeper = { ...place, within: [...within, name] };
  const alias = reader.source.getTypeAlias(name);
  if (alias && alias.getTypeParameters().length === 0) return shapeOf(deeper, alias.getTypeNodeOrThrow());
  const declared = reader.source.getInterface(name);
  if (declared && declared.getTypeParameters().length === 0 && declared.getExtends().length === 0) return objectOf(deeper, declared);
  const from = reader.source.getImportDeclarations().find((one) => one.getNamedImports().some((named) => (named.getAliasNode() ?? named.getNameNode()).getText() === name));
  if (from && from.getModuleSpecifierValue().endsWith("canonical/events.js")) {
    const imported = from.getNamedImports().find((named) => (named.getAliasNode() ?? named.getNameNode()).getText() === name)!;
    return /Event|Payload/.test(imported.getName()) ? foreign(place, node) : { kind: "named", name: imported.getName() };
  }
  return from && /generated\/types\/|contract\.js$/.test(from.getModuleSpecifierValue()) ? foreign(place, node) : refuse(place, node);
}

/** A message or an event, by its type. */
function foreign({ reader, side }: TypePlace, node: Morph.Node): undefined {
  const name = node.getText();
  if (side === "parameter") reader.report("transform-takes-message", node, `\`${name}\` is the type of a message or an event.`, "A transform takes one value: declare what it needs of it, here in the file.");
  else reader.report("transform-returns-event", node, `\`${name}\` is the type of a message or an event.`, "Events are for rows to give; a transform gives one value of theirs.");
  return undefined;
}
