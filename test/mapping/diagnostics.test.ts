import { describe, expect, test } from "vitest";
import { mappingCodes, parseMapping, type MappingCode } from "../../codegen/mapping/index.js";
import { yamlCodes } from "../../codegen/yaml/codes.js";
import { parseMarked, withPart, withRows } from "./marked.js";

interface Case {
  readonly code: MappingCode;
  readonly name: string;
  /** With `«»` around each place that must be reported, all with this code. */
  readonly text: string;
  readonly message?: RegExp;
  readonly hint?: RegExp;
  readonly file?: string;
}

const shared = "mappings/equivalence.yaml";
const withConcept = (text: string): string => `spec: "7"\nconcepts:\n  Turn start: ${text}\n`;

const cases: readonly Case[] = [
  // ---- YAML ------------------------------------------------------------------------------------------------------
  { code: "yaml-syntax", name: "a quote that is never closed", text: withRows('a: { turn.started: {} }\nb:\n  note: «"»never closed\n  turn.started: {}\n'), message: /The " that opens here/ },
  { code: "yaml-syntax", name: "an escaped quote at the end of a line", text: withRows('b:\n  note: «"»never closed\\"\n  turn.started: {}\n') },
  { code: "yaml-syntax", name: "a brace that is never closed", text: withRows("a:\n  turn.completed: «{» state: completed\nb:\n  turn.started: {}\n"), hint: /closing \}/ },
  { code: "yaml-syntax", name: "a bracket that is never closed", text: withRows("a:\n  refs: { item: «[»$.id, text }\n  turn.started: {}\n") },
  { code: "yaml-syntax", name: "a tab as indentation", text: "source: x\nrows:\n«\t»a: b\n", hint: /spaces/ },
  { code: "yaml-syntax", name: "a colon in text", text: withRows("a:\n  note: «f»oo: bar\n  turn.started: {}\n"), hint: /Quote/ },
  { code: "yaml-syntax", name: "a missing colon", text: "source: x\n«rows»\n", hint: /colon/ },
  { code: "yaml-syntax", name: "a missing blank after a dash", text: withRows("a:\n  - turn.started: {}\n  «-turn.completed: {}»\n") },
  { code: "yaml-syntax", name: "text after a closing quote", text: withRows('a:\n  note: "one" «two»\n  turn.started: {}\n') },
  { code: "yaml-syntax", name: "an unknown escape", text: withRows('a:\n  note: "«\\q»"\n  turn.started: {}\n'), hint: /backslashes/ },
  { code: "yaml-syntax", name: "keys of one mapping at different columns", text: "source: x\n  «spec»: y\n", hint: /indented too far/ },
  { code: "yaml-syntax", name: "a key indented less than its siblings", text: withRows("a:\n    note: x\n  «turn.started: {}»\n"), hint: /same number of spaces/ },
  { code: "yaml-character", name: "a control character", text: "source: a«\u0007»b\n", message: /U\+0007/ },
  { code: "yaml-character", name: "a carriage return alone", text: "source: a«\r»spec: b\n", hint: /line feed/ },
  { code: "yaml-character", name: "a file that was not UTF-8", text: "source: caf«\uFFFD»\n", hint: /UTF-8/ },
  { code: "yaml-character", name: "a character that does not show", text: withRows("turn/completed«\u200B»: { turn.started: { model: a«\u00A0»b, note: 'a\u00A0b' } }\n"), message: /U\+(?:200B|00A0)/ },
  { code: "yaml-too-deep", name: "lists in lists", text: `a: ${"[".repeat(63)}«[»${"[".repeat(500)}` },
  { code: "yaml-directive", name: "a %YAML line", text: `«%YAML 1.1»\n---\n${withPart("")}`, hint: /1\.2/ },
  { code: "yaml-directive", name: "a %TAG line without a document's beginning", text: `«%TAG ! x»\n${withPart("")}` },
  { code: "yaml-documents", name: "two documents", text: `${withPart("")}«»---\nsource: x\n` },
  { code: "yaml-reserved-start", name: "@, a backtick and %", text: withRows("a:\n  note: «@anthropic-ai/sdk»\n  runtime.warning: { message: «`a`», detail: «%b» }\n"), hint: /^Write "/ },
  { code: "yaml-duplicate-key", name: "a row twice", text: withRows("turn/completed: { turn.started: {} }\n«turn/completed»: { turn.started: {} }\n"), message: /"turn\/completed" is given twice; first at mappings\/codex\/test\.yaml:6:3\./ },
  { code: "yaml-duplicate-key", name: "a number and its text", text: withPart('values:\n  code:\n    of: string\n    map:\n      1: one\n      «"1"»: two\n'), message: /:11:7/ },
  { code: "yaml-duplicate-key", name: "in braces", text: withRows("a: { turn.completed: { state: completed, «state»: failed } }\n") },
  { code: "yaml-merge-key", name: "<<", text: withRows("a:\n  «<<»: { note: x }\n  turn.started: {}\n"), message: /"<<"/ },
  { code: "yaml-anchor", name: "on a mapping and on nothing", text: withRows("a: «&a» { turn.started: {} }\nb:\n  note: «&b»\n  turn.started: {}\n") },
  { code: "yaml-alias", name: "a value", text: withRows("a: { turn.completed: { state: «*all» } }\n"), hint: /"\*all"/ },
  { code: "yaml-alias", name: "a pattern without quotes", text: withRows("«*:error»: { turn.started: {} }\n"), hint: /"\*:error"/ },
  { code: "yaml-tag", name: "own, standard and empty", text: withRows("a:\n  when: «!cancelled»\n  note: «!!str» 1\n  runtime.warning: { message: «!» x }\n"), hint: /"!cancelled"|^Remove the tag\.$/ },
  { code: "yaml-anchor", name: "before a value, which stays", text: withRows("a: { turn.completed: { state: «&s» completed } }\n"), hint: /^Remove the anchor\.$/ },
  { code: "yaml-comment", name: "text that a # cuts off", text: withRows("a:\n  note: see «#3 for more»\n  turn.started: {} # as ever\n  # turn.completed: {}\n  #turn.aborted: {}\n"), message: /"#3 for more"/, hint: /Quote the whole text/ },
  { code: "yaml-comment", name: "a whole value", text: withRows("a:\n  note: «#3»\n  turn.started: {}\n") },
  { code: "yaml-comment", name: "the closing brace, too", text: withRows("a: { turn.completed: { state: completed, errorMessage: «#3 } }»\n") },
  { code: "yaml-syntax", name: "text behind its closing quote", text: withRows("a:\n  note: 'it'«s'»\n  turn.started: {}\n"), message: /behind its closing quote/, hint: /Two single quotes/ },
  { code: "yaml-syntax", name: "a path with brackets, which end the braces around it", text: withRows("a: { x.y: { f: $.a«[0]».b, g: c } }\n"), message: /no brackets/, hint: /`\.0`/ },
  { code: "yaml-syntax", name: "a tab in a block of text", text: withRows("a:\n  note: >\n") + "«\t»foo\n", hint: /spaces/ },
  { code: "yaml-syntax", name: "a row that is indented too little, with a blank line below", text: `${withRows("a: { turn.started: {} }\n")}b:\n    turn.started: {}\n\n  «c:»\n    turn.started: {}\n`, hint: /same number of spaces/ },
  { code: "yaml-character", name: "an indentation by no-break spaces", text: `${withRows("a:\n  note: x\n")}«\u00A0»\u00A0\u00A0\u00A0turn.started: {}\n\n  b: { turn.started: {} }\n`, message: /U\+00A0/ },
  { code: "yaml-unquoted-template", name: "a missing blank after a colon, in braces", text: withRows("a: { turn.completed: «{state:completed}» }\n"), hint: /`\{ state: completed \}`/ },
  { code: "yaml-key-type", name: "null, truth values, infinity", text: withPart("values:\n  v:\n    of: string\n    map: { «null»: a, «true»: b, «False»: c, «.inf»: d, «~»: e, No: f, -32601: g }\n"), hint: /Write "/ },
  { code: "yaml-key-type", name: "a group without quotes", text: withRows("«{a,b}»:error: { turn.started: {} }\n"), hint: /"\{a,b\}:error"/ },
  { code: "yaml-key-type", name: "a list", text: withRows("? «[a, b]»\n: { turn.started: {} }\n") },
  { code: "yaml-key-type", name: "no key at all", text: withRows("«:» { turn.started: {} }\n") },
  { code: "yaml-unquoted-template", name: "two braces", text: withRows("a: { turn.completed: { errorMessage: «{{params.id}}» } }\n"), hint: /\$\.params\.id.*quote the text: "\{\{params\.id\}\}"/ },
  { code: "yaml-unquoted-template", name: "one brace", text: withRows("a:\n  refs: { item: «{itemId}» }\n  turn.started: {}\n"), hint: /\$\.itemId/ },
  { code: "yaml-unquoted-template", name: "a dollar and a brace, in braces", text: withRows("a: { turn.completed: { errorMessage: «${params.x}» } }\n"), hint: /\$\.params\.x/ },
  { code: "yaml-unquoted-template", name: "a dollar and a brace, as a path", text: withRows("a:\n  turn.completed:\n    errorMessage: «${params.x}»\n"), hint: /\$\.params\.x/ },
  { code: "yaml-number-loses-digits", name: "versions, zeros, exponents, big numbers", text: withRows("a: { x.y: { a: «1.10», b: «007», c: «1e3», d: «9007199254740993», e: «+1», f: «0x1F», g: «-0», h: 1.5, i: -32601 } }\n"), hint: /Quote it/ },
  { code: "yaml-number-loses-digits", name: "a section of the specification", text: "source: a\nspec: «3.10»\nschema: p#/X\nkey: $.m\nrows: {}\n", message: /3\.10 as the number 3\.1\./ },
  { code: "yaml-number-not-finite", name: "infinity and not a number", text: withRows("a: { x.y: { a: «.inf», b: «.nan» } }\n") },

  // ---- files -----------------------------------------------------------------------------------------------------
  { code: "not-a-mapping-file", name: "a list", text: "«- a\n- b»\n", message: /a list/ },
  { code: "not-a-mapping-file", name: "a scalar", text: "«hello»\n", message: /"hello"/ },
  { code: "not-a-mapping-file", name: "a mapping of something else", text: "«__proto__»: { emit: x }\nconstructor: { emit: y }\n" },
  { code: "unknown-key", name: "of a table", text: `${withPart("")}«row»: {}\n`, hint: /Did you mean "rows"\?/ },
  { code: "unknown-key", name: "of a row", text: withRows("a:\n  «nots»: x\n  turn.started: {}\n"), hint: /"note"/ },
  { code: "unknown-key", name: "of refs", text: withRows("a: { refs: { «itm»: $.id }, turn.started: {} }\n"), hint: /"item"/ },
  { code: "unknown-key", name: "a row that is indented too far", text: withRows("a:\n  turn.started: {}\n  «item/completed»: { item.completed: {} }\n"), hint: /indented/ },
  { code: "unknown-key", name: "an event whose colon lacks a blank, which is not missing as well", text: withRows("a:\n  «turn.completed:{ state»: completed }\n"), hint: /"turn\.completed:"/ },
  { code: "unknown-key", name: "an event spelled with underscores, which is not missing as well", text: withRows("a:\n  «turn_started»: {}\n"), hint: /contains a dot/ },
  { code: "bad-expression", name: "a forgotten dollar before an operator", text: withRows("a: { x.y: { f: «params.b | trimmed», g: 'params.b | c', h: «params.a ?? none» } }\n"), hint: /`\$\.params\./ },
  { code: "unknown-key", name: "of an answer", text: withRows("a:\n  request.opened: { requestType: unknown }\n  answer: { request.resolved: {}, «decide»: {} }\n") },
  { code: "unknown-key", name: "of a value table", text: withPart("values: { v: { of: string, map: {}, «unlistd»: x } }\n"), hint: /"unlisted"/ },
  { code: "unknown-key", name: "of decide", text: withRows("a: { request.opened: {}, decide: { «acept»: { a: b } } }\n"), hint: /"accept"/ },
  { code: "unknown-key", name: "of has", text: "source: a\nschema: p#/X\nkey: { has: [error, result], «eror»: $.error.code }\nrows: {}\n", hint: /"error"/ },
  { code: "unknown-key", name: "of memory", file: "mappings/codex/memory.yaml", text: "memory: { c: { by: [], holds: {}, until: turn, «untl»: x } }\n", hint: /"until"/ },
  { code: "missing-key", name: "of a table", text: "«source»: a\nkey: $.m\n", message: /"schema", "rows"/ },
  { code: "missing-key", name: "of a value table", text: withPart("values: { v: { «map»: {} } }\n"), message: /"of"/ },
  { code: "missing-key", name: "of a memory file", file: "memory.yaml", text: "«{}»\n", message: /"memory"/ },
  { code: "missing-key", name: "of a cell", text: "memory: { c: { «by»: [] } }\n", message: /"holds", "until"/ },
  { code: "missing-key", name: "the name of an each", text: withRows("a: { turn.plan.updated: { plan: { «each»: $.plan, step: x } } }\n"), message: /"as"/ },
  { code: "missing-key", name: "the schema of sent rows", text: withPart("«sent»: { initialize: { session.started: {} } }\n"), hint: /sentSchema/ },
  { code: "empty-value", name: "nothing, ~ and Null where a value belongs", text: withRows("a: { turn.completed: { state: «», errorMessage: «~», usage: «Null», ok: null } }\n") },
  { code: "empty-value", name: "in a value table", text: withPart("values:\n  v:\n    of: string\n    map:\n      completed:«»\n") },
  { code: "empty-value", name: "a key of the table", text: "source:«»\nschema: p#/X\nkey: $.m\nrows: {}\n" },
  { code: "wrong-form", name: "a list of rows", text: "source: a\nschema: p#/X\nkey: $.m\nrows: «[a, b]»\n", message: /`rows` is a mapping, but this is a list/ },
  { code: "wrong-form", name: "a truth value as a source", text: "source: «true»\nschema: p#/X\nkey: $.m\nrows: {}\n", message: /true/ },
  { code: "wrong-form", name: "a twin that is a mapping", text: withRows("a: { turn.started: {}, twin: «{ b: c }» }\n") },
  { code: "wrong-form", name: "an unknown kind of memory", text: "memory: { c: { by: [], holds: { a: «jsn» }, until: turn } }\n", hint: /"json"/ },

  // ---- expressions -----------------------------------------------------------------------------------------------
  { code: "bad-expression", name: "a doubled dot", text: withRows("a: { x.y: { f: $.a«.».b } }\n") },
  { code: "bad-expression", name: "a dot at the end", text: withRows("a: { x.y: { f: $.a«.» } }\n"), message: /missing after the dot/ },
  { code: "bad-expression", name: "brackets", text: withRows('a:\n  x.y:\n    f: $.a«[0]»\n'), hint: /`\$\.a\.0`/ },
  { code: "bad-expression", name: "no dot after the dollar", text: withRows("a: { x.y: { f: $«/»a } }\n"), hint: /\$\$/ },
  { code: "bad-expression", name: "arithmetic", text: withRows("a: { x.y: { f: $.a «+» 1 } }\n"), hint: /transform/ },
  { code: "bad-expression", name: "one question mark", text: withRows("a: { x.y: { f: $.a «?» b } }\n"), hint: /\?\?/ },
  { code: "bad-expression", name: "two bars", text: withRows("a: { x.y: { f: $.a «||» b } }\n"), hint: /\?\?/ },
  { code: "bad-expression", name: "nothing after ??", text: withRows("a: { x.y: { f: $.a «??» } }\n") },
  { code: "bad-expression", name: "nothing after |", text: withRows("a: { x.y: { f: $.a «|» } }\n") },
  { code: "bad-expression", name: "arguments", text: withRows("a: { x.y: { f: $.a | «cut(3)» } }\n"), hint: /nothing else/ },
  { code: "bad-expression", name: "a forgotten dollar", text: withRows("a: { x.y: { f: $.a ?? «params.b» } }\n"), hint: /\$\.params\.b/ },
  { code: "bad-expression", name: "?? null", text: withRows("a: { x.y: { f: $.a ?? «null» } }\n") },
  { code: "bad-expression", name: "two words", text: withRows("a: { x.y: { f: $.a ?? two «words» } }\n"), hint: /Quote/ },
  { code: "bad-expression", name: "a pick that is not closed", text: withRows("a: { x.y: { f: $.a(b=c« »d) } }\n"), message: /missing before " "|not closed/ },
  { code: "bad-expression", name: "a pick without a value", text: withRows("a: { x.y: { f: $.a(b=«)» } }\n") },
  { code: "bad-expression", name: "a pick without =", text: withRows("a: { x.y: { f: $.a(b«)» } }\n") },
  { code: "bad-expression", name: "a pick on no list", text: withRows("a: { x.y: { f: $«(»b=c) } }\n") },
  { code: "bad-expression", name: "a picked value's path that picks by a path", text: withRows("a: { x.y: { f: $.a(b=$.c(d=«$.e(f=g)))» } }\n") },
  { code: "bad-expression", name: "a quote cut by a comment", text: withRows('a:\n  x.y:\n    f: $.a ?? «"b» # c"\n'), hint: /`#`/ },
  { code: "bad-expression", name: "no JSON escape", text: withRows('a:\n  x.y:\n    f: $.a ?? «"\\q"»\n') },
  { code: "bad-expression", name: "inside single quotes, after an escape", text: withRows("a: { x.y: { f: '$.a ?? ''it''  «+» b' } }\n") },
  { code: "bad-expression", name: "inside double quotes, after escapes", text: withRows('a: { x.y: { f: "$.a ?? \\"\\u00e9\\" «+» b" } }\n') },
  { code: "bad-expression", name: "in a folded scalar", text: withRows("a:\n  x.y:\n    f: >-\n      $.a ??\n      $.b «+» c\n") },
  { code: "bad-expression", name: "a plain scalar on two lines", text: withRows("a:\n  x.y:\n    f: $.a ??\n      $.b «+» c\n") },
  { code: "bad-expression", name: "in a condition", text: withRows("a: { when: { $.a«.»: b }, turn.started: {} }\n") },
  { code: "bad-expression", name: "a key that is no path", text: "source: a\nschema: p#/X\nkey: «method»\nrows: {}\n", hint: /\$\.method/ },
  { code: "bad-expression", name: "a key with a pipe", text: "source: a\nschema: p#/X\nkey: $.method | «lower»\nrows: {}\n" },

  // ---- names -----------------------------------------------------------------------------------------------------
  { code: "bad-name", name: "of an element", text: withRows("a: { x.y: { f: { each: $.a, as: «to-do», b: c } } }\n") },
  { code: "bad-name", name: "of an element with a meaning of its own", text: withRows("a: { x.y: { f: { each: $.a, as: «request», b: c } } }\n"), message: /\$request/ },
  { code: "bad-name", name: "of a cell", text: "memory: { «a-b»: { by: [], holds: {}, until: turn } }\n" },
  { code: "bad-name", name: "of a value table", text: withPart("values: { «a b»: { of: string, map: {} } }\n") },
  { code: "bad-schema-name", name: "of a table", text: "source: a\nschema: «codex-app-server/ServerNotification»\nkey: $.m\nrows: {}\n", hint: /#\// },
  { code: "bad-schema-name", name: "of values", text: withPart("values: { v: { of: «TurnStatus», map: {} } }\n") },

  // ---- keys ------------------------------------------------------------------------------------------------------
  { code: "bad-key", name: "a group that is not closed", text: withRows("session/«{»new,fork:result: { turn.started: {} }\n") },
  { code: "bad-key", name: "a group in a group", text: withRows("a{b,«{»c}}: { turn.started: {} }\n") },
  { code: "bad-key", name: "a brace that closes nothing", text: withRows("a«}»:b: { turn.started: {} }\n") },
  { code: "bad-key", name: "an empty segment", text: withRows('"a:«»:b": { turn.started: {} }\n') },
  { code: "bad-key", name: "an empty member", text: withRows("a«{b,}»: { turn.started: {} }\n") },
  { code: "bad-key", name: "an unknown word in parentheses", text: withRows("a:«(nothing)»: { turn.started: {} }\n"), hint: /\(none\)/ },
  { code: "bad-key", name: "a blank beside the colon", text: withRows('"a:« b»": { turn.started: {} }\n') },
  { code: "bad-key", name: "groups that multiply", text: withRows(`"«${"{a,b}".repeat(40)}»": { turn.started: {} }\n`), message: /1000/ },
  { code: "bad-key-tree", name: "a list", text: "source: a\nschema: p#/X\nkey: «[$.a]»\nrows: {}\n" },
  { code: "bad-key-tree", name: "values without a path", text: "source: a\nschema: p#/X\nkey: { «system»: $.subtype }\nrows: {}\n" },
  { code: "bad-key-tree", name: "two paths", text: "source: a\nschema: p#/X\nkey:\n  $.a: { b: $.c }\n  «$.d»: { e: $.f }\nrows: {}\n" },
  { code: "bad-key-tree", name: "nothing below", text: "source: a\nschema: p#/X\nkey: { $.a: «{}» }\nrows: {}\n" },
  { code: "bad-key-tree", name: "has without fields", text: "source: a\nschema: p#/X\nkey: { has: «[]» }\nrows: {}\n" },

  // ---- rows ------------------------------------------------------------------------------------------------------
  { code: "bad-row", name: "nothing", text: withRows("a:«»\n"), message: /nothing/ },
  { code: "bad-row", name: "empty", text: withRows("a: «{}»\n") },
  { code: "bad-row", name: "a word", text: withRows("a: «turn.started»\n"), hint: /turn\.completed/ },
  { code: "bad-row", name: "no alternative", text: withRows("a: «[]»\n") },
  { code: "bad-row", name: "an alternative that is no mapping", text: withRows("a:\n  - turn.started: {}\n  - «b»\n") },
  { code: "bad-row", name: "a note only", text: withRows("«a»: { note: x }\n") },
  { code: "bad-row", name: "an alternative without an event", text: withRows("a:\n  - turn.started: {}\n  - «note»: x\n") },
  { code: "bad-row", name: "two answers", text: withRows("a:\n  - { request.opened: {}, answer: { x.y: {} } }\n  - { request.opened: {}, «answer»: { x.y: {} } }\n") },
  { code: "bad-when", name: "no mapping", text: withRows("a: { when: «$.a», turn.started: {} }\n") },
  { code: "bad-when", name: "nothing", text: withRows("a: { when: «{}», turn.started: {} }\n") },
  { code: "bad-when", name: "no path", text: withRows("a: { when: { «params.a»: b }, turn.started: {} }\n"), hint: /\$\.params\.a/ },
  { code: "bad-when", name: "a mapping as a value", text: withRows("a: { when: { $.a: «{ not: b }» }, turn.started: {} }\n") },
  { code: "bad-when", name: "null", text: withRows("a: { when: { $.a: «null» }, turn.started: {} }\n"), hint: /absent/ },
  { code: "bad-when", name: "another path", text: withRows("a: { when: { $.a: «$.b» }, turn.started: {} }\n") },
  { code: "bad-when", name: "no values", text: withRows("a: { turn.started: { when: { $.a: «[]» } } }\n") },
  { code: "bad-event", name: "no payload", text: withRows("a:\n  turn.started:«»\n"), hint: /\{\}/ },
  { code: "bad-event", name: "a word as a payload", text: withRows("a: { turn.completed: «completed» }\n") },
  { code: "bad-event", name: "a list of words", text: withRows("a: { turn.completed: [{}, «b»] }\n") },
  { code: "bad-event", name: "an empty list", text: withRows("a: { turn.completed: «[]» }\n") },
  { code: "bad-ref", name: "a word", text: withRows("a: { refs: { item: «itemId» }, turn.started: {} }\n") },
  { code: "bad-ref", name: "an identity without a path", text: withRows("a: { refs: { item: [«text», $.id] }, turn.started: {} }\n") },
  { code: "bad-ref", name: "an empty identity", text: withRows("a: { refs: { item: «[]» }, turn.started: {} }\n") },
  { code: "bad-ref", name: "a list in an identity", text: withRows("a: { refs: { item: [$.id, «[a]»] }, turn.started: {} }\n") },
  { code: "bad-ref", name: "an identity of nothing", text: withRows("a: { refs: { item: [«none»] }, turn.started: {} }\n") },
  { code: "bad-ref", name: "an identity of constants", text: withRows("a: { refs: { item: «[none, a, 1]» }, turn.started: {} }\n"), hint: /item: none/ },
  { code: "wrong-form", name: "what says nothing", text: withRows("a: { refs: «{}», ensure: «{}», turn.started: {} }\nb: { remember: «{}», twin: «[]», turn.started: {} }\nc: { remember: { d: «{}» }, turn.started: {} }\n", "ensure: «{}»\n"), message: /says nothing|empty list/ },
  { code: "wrong-form", name: "numbers for words", text: withRows("a: { note: «5», turn.started: {} }\n"), message: /the number 5/, hint: /quotes/ },
  { code: "bad-none", name: "a number as a reason", text: withRows("a: { none: «5» }\n", "answers: $.id\n"), message: /the number 5/ },
  { code: "bad-row", name: "a repeat named twice", text: withRows("a: { twin: [b, «b»], yieldsTo: [c, d, «c»], turn.started: {} }\n"), message: /twice/ },
  { code: "bad-when", name: "a value twice", text: withRows("a: { turn.started: { when: { $.a: [b, 1, «b»] } } }\n"), message: /twice/ },
  { code: "bad-key-tree", name: "a field of `has` twice", text: "source: a\nschema: p#/X\nkey: { has: [error, result, «error»] }\nrows: {}\n" },
  { code: "bad-key", name: "a member twice", text: withRows("x«{a,b,a}»y: { turn.started: {} }\n"), message: /"a" stands twice/ },
  { code: "bad-example", name: "no example", text: withRows("a: { turn.started: {}, examples: «[]» }\n") },
  { code: "bad-decide", name: "no decision", text: withRows("a: { request.opened: {}, decide: «{}» }\n") },
  { code: "bad-name", name: "of a cell and of what it holds, which every object has", text: "memory:\n  «toString»: { by: [], holds: { «constructor»: last, a: last }, until: turn }\n", message: /every object/ },
  { code: "bad-row", name: "nothing to switch off", text: withRows("a: { ensure: «none», turn.started: {} }\n") },
  { code: "bad-row", name: "nothing to switch off for an answer", text: withRows("a: { request.opened: {}, answer: { ensure: «none», x.y: {} } }\n", "ensure: { thread.started: {} }\n") },
  { code: "bad-row", name: "only what the table ensures", text: withRows("«a»: { ensure: none }\n", "ensure: { thread.started: {} }\n") },
  { code: "wrong-form", name: "an undecided row that says nothing of it", text: withRows("a: { undecided: «[b]», turn.started: {} }\n"), hint: /new in 1\.2\.0/ },
  { code: "wrong-form", name: "a table that ensures a word", text: withRows("a: { turn.started: {} }\n", "ensure: «none»\n") },
  { code: "bad-none", name: "in an ordinary table", text: withRows("a: { «none»: it says nothing }\n"), hint: /note/ },
  { code: "bad-none", name: "beside events", text: withRows("a: { «none»: x, turn.started: {} }\n", "answers: $.id\n") },
  { code: "bad-none", name: "without a reason", text: withRows("a: { none: «true» }\n", "answers: $.id\n") },
  { code: "bad-decide", name: "a word that is no decision", text: withRows("a: { request.opened: {}, decide: { cancel: «abort» } }\n") },
  { code: "bad-decide", name: "a list", text: withRows("a: { request.opened: {}, decide: «[accept]» }\n") },
  { code: "bad-decide", name: "a result as a fallback", text: withRows("a: { request.opened: {}, decide: { accept: error, otherwise: { accept: «{ a: b }» } } }\n") },
  { code: "bad-decide", name: "an expression as a fallback", text: withRows("a: { request.opened: {}, decide: { accept: error, otherwise: «$extra.c» } }\n") },
  { code: "bad-decide", name: "no fallback", text: withRows("a: { request.opened: {}, decide: { accept: error, otherwise: «{}» } }\n") },
  { code: "unknown-key", name: "a fallback from no decision", text: withRows("a: { request.opened: {}, decide: { accept: error, otherwise: { «acept»: cancel } } }\n"), hint: /"accept"/ },
  { code: "bad-each", name: "no list", text: withRows("a: { x.y: { f: { each: «todos», as: todo, b: c } } }\n"), hint: /\$\.todos/ },
  { code: "bad-each", name: "a name that is no text", text: withRows("a: { x.y: { f: { each: $.todos, as: «[todo]», b: c } } }\n") },
  { code: "bad-example", name: "no list", text: withRows("a: { turn.started: {}, examples: «{ message: {}, events: [] }» }\n") },
  { code: "bad-example", name: "events that are no list", text: withRows("a: { turn.started: {}, examples: [{ message: {}, events: «turn.started» }] }\n") },
  { code: "bad-example", name: "an event in another form", text: withRows("a: { turn.started: {}, examples: [{ message: {}, events: [«turn.started»] }] }\n"), hint: /type:/ },
  { code: "bad-value-table", name: "a path", text: withPart("values: { v: { of: string, map: { a: «$.b» } } }\n"), hint: /transform/ },
  { code: "bad-value-table", name: "a path that is only proposed", text: withPart("values: { v: { of: string, map: { a: { undecided: «$.b» } } } }\n"), hint: /transform/ },
  { code: "bad-value-table", name: "a mapping that proposes nothing", text: withPart("values: { v: { of: string, map: { a: «{ undecide: b }» } } }\n") },
  { code: "bad-value-table", name: "a list", text: withPart("values: { v: { of: string, map: { a: «[b]» } } }\n") },
  { code: "bad-value-table", name: "no mapping", text: withPart("values: { v: «string» }\n") },

  // ---- equivalence.yaml -----------------------------------------------------------------------------------------------
  { code: "bad-concept", name: "no event", file: shared, text: withConcept("{ «codex»: { none: n } }"), message: /"Turn start" names no event/ },
  { code: "bad-concept", name: "two events", file: shared, text: withConcept("{ turn.started: {}, «turn.completed»: {}, codex: { none: n } }"), hint: /own for each event/ },
  { code: "bad-concept", name: "no mapping", file: shared, text: withConcept("«turn.started»"), hint: /turn\.started: \{\}/ },
  { code: "bad-concept", name: "an event that is a word", file: shared, text: withConcept("{ content.delta: «assistant_text», codex: { none: n } }"), hint: /streamKind: assistant_text/ },
  { code: "bad-concept", name: "a path for a word", file: shared, text: withConcept("{ content.delta: { streamKind: «$.kind» }, codex: { none: n } }"), message: /"\$\.kind" is a path/ },
  { code: "bad-concept", name: "a list for a word", file: shared, text: withConcept("{ content.delta: { streamKind: [«[a]»] }, codex: { none: n } }") },
  { code: "bad-concept", name: "a provider that says nothing", file: shared, text: withConcept("{ turn.started: {}, codex: «{}» }"), hint: /`source: key`/ },
  { code: "bad-concept", name: "a provider with a bare key", file: shared, text: withConcept("{ turn.started: {}, codex: «turn/started» }"), hint: /`source: key`/ },
  { code: "bad-concept", name: "`sent` without sources", file: shared, text: withConcept("{ turn.started: {}, codex: { sent: «{}» } }"), hint: /sent: \{ source: key \}/ },
  { code: "bad-concept", name: "`sent` with a bare key", file: shared, text: withConcept("{ turn.started: {}, codex: { sent: «turn/start» } }"), hint: /sent: \{ source: key \}/ },
  { code: "bad-concept", name: "no concept", file: shared, text: 'spec: "7"\nconcepts: «{}»\n', message: /`concepts` says nothing/ },
  { code: "bad-concept", name: "no word", file: shared, text: withConcept("{ item.started: { itemType: «[]» }, codex: { a.b: c } }"), message: /"itemType" is an empty list/ },
  { code: "bad-concept", name: "a word, a key and an act twice", file: shared, text: withConcept("{ item.started: { itemType: [a, «a»] }, codex: { a.b: [c, d, «c»], sent: { a.b: [c, «c»] }, act: [e, «e»] } }"), message: /twice/ },
  { code: "bad-concept", name: "keys, acts and sources without any", file: shared, text: withConcept("{ turn.started: {}, codex: { a.b: «[]», act: «[]» } }") },
  { code: "bad-concept", name: "a key and an act that are no text", file: shared, text: withConcept("{ turn.started: {}, codex: { a.b: «{ a: b }», act: [«true»] } }") },
  // ---- extensions ------------------------------------------------------------------------------------------------
  { code: "unknown-extends", name: "where nothing can be extended", text: "extends: «codex.eventmsg»\nrows: { a: { turn.started: {} } }\n", hint: /extends: mapwright/ },
  { code: "bad-key", name: "of a concept", file: shared, text: withConcept('{ turn.started: {}, codex: { a.b: ["x:«{»a", "y:«»"] } }'), hint: /\{a,b\}|\(none\)/ },
  { code: "bad-none", name: "beside rows of a concept", file: shared, text: withConcept("{ turn.started: {}, codex: { «none»: n, a.b: c } }") },
  { code: "bad-none", name: "without a reason, of a concept", file: shared, text: withConcept("{ turn.started: {}, codex: { none: «true» } }"), hint: /why/ },
  { code: "unknown-key", name: "of the equivalences", file: shared, text: withConcept("{ turn.started: {}, codex: { none: n } }").replace("concepts", "«concept»"), hint: /"concepts"/ },
  { code: "missing-key", name: "of the equivalences", file: shared, text: "«concepts»: { Turn start: { turn.started: {}, codex: { none: n } } }\n", message: /"spec"/ },
  { code: "wrong-form", name: "concepts that are a list", file: shared, text: 'spec: "7"\nconcepts: «[a]»\n' },
  { code: "not-a-mapping-file", name: "equivalences that are a list", file: shared, text: "«- a»\n" },
  { code: "yaml-duplicate-key", name: "a concept twice", file: shared, text: `${withConcept("{ turn.started: {}, codex: { none: n } }")}  «Turn start»: { turn.started: {}, codex: { none: n } }\n` },
];

describe.each(cases)("$code: $name", ({ code, text, message, hint, file }) => {
  test("is reported where it stands, and nothing else", () => {
    const { diagnostics, found, expected } = parseMarked(text, file);
    expect(found).toEqual(expected);
    for (const diagnostic of diagnostics) {
      expect(diagnostic).toMatchObject({ code, severity: "error", file: file ?? "mappings/codex/test.yaml" });
      if (message) expect(diagnostic.message).toMatch(message);
      expect(diagnostic.hint).toMatch(hint ?? /\S/);
      expect(diagnostic.message).toMatch(/\.$/);
    }
  });
});

test("an empty file, and one with comments only", () => {
  for (const text of ["", "\n\n", "# nothing\n", "---\n", "\uFEFF"]) {
    const { node, diagnostics } = parseMapping("a.yaml", text);
    expect(node).toBeUndefined();
    expect(diagnostics).toEqual([expect.objectContaining({ code: "empty-file", file: "a.yaml", line: 1, column: 1 })]);
  }
});

test("every code has a case", () => {
  const tested = new Set<string>([...cases.map((one) => one.code), "empty-file", "misplaced-extension"]);
  expect(Object.keys({ ...yamlCodes, ...mappingCodes }).filter((code) => !tested.has(code))).toEqual([]);
});

test("many mistakes are all reported, in the order of their places", () => {
  const { diagnostics, found, expected } = parseMarked(withRows("a: { turn.completed: { state: «&x» done, f: $.a«.» } }\nb:«»\n«a»: { turn.started: {} }\n", "«refz»: { item: $.id }\n"));
  expect(found).toEqual(expected);
  expect(diagnostics.map((one) => one.code)).toEqual(["unknown-key", "yaml-anchor", "bad-expression", "bad-row", "yaml-duplicate-key"]);
});

test("a mistake does not lead to others", () => {
  for (const text of [
    ...["", "none", "all", "[x]"].map((ensure) => withRows("a: { ensure: none, turn.started: {} }\n", `ensure: ${ensure}\n`)), // what was meant is switched off
    "source: a\nshema: p#/X\nkey: $.m\nrow: {}\n", // misspelt is not missing
    "source: a\nschema: p#/X\nkey: $.m\n*rows: {}\n", // a key that YAML lost is not missing
    withRows("a: { <<: b }\n"), // nor is the row empty
    withRows("a: { turn.started: { when: !b } }\n"),
  ]) {
    const codes = parseMapping("a.yaml", text).diagnostics.map((one) => one.code);
    expect(new Set(codes).size, codes.join(" ")).toBe(1);
  }
});

test("a syntax error stands alone, whatever else is wrong", () => {
  const { diagnostics } = parseMarked(withRows('a: { turn.completed: { state: &x done } }\nb: { note: "open }\nc:\n'));
  expect(diagnostics.map((one) => one.code)).toEqual(["yaml-syntax"]);
});

test("a broken file gives no node, a sound one does", () => {
  expect(parseMapping("a.yaml", withRows("a: { turn.started: {}, nots: x }\n"))).not.toHaveProperty("node");
  expect(parseMapping("a.yaml", withRows("a: { turn.started: {} }\n")).node).toMatchObject({ kind: "table", file: "a.yaml" });
});

test.each([
  ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
  ["a byte order mark", (text: string) => `\uFEFF${text}`],
])("%s changes no position", (_, change) => {
  const text = withRows("a:\n  turn.completed: { f: $.a.. }\nb:\n");
  const at = (changed: string) => parseMapping("a.yaml", changed).diagnostics.map(({ code, line, column, endColumn }) => ({ code, line, column, endColumn }));
  expect(at(change(text))).toEqual(at(text));
  expect(at(text).map((one) => one.line)).toEqual([7, 8]);
});

test("an alias bomb is one error for each anchor and alias, at once", () => {
  const bomb = `a: &a [x]\n${"bcdefghi".split("").map((name, index) => `${name}: &${name} [*${"abcdefgh"[index]}, *${"abcdefgh"[index]}]`).join("\n")}\n`;
  const codes = parseMapping("a.yaml", bomb).diagnostics.map((one) => one.code);
  expect(codes.filter((code) => code === "yaml-anchor")).toHaveLength(9);
  expect(codes.filter((code) => code === "yaml-alias")).toHaveLength(16);
});
