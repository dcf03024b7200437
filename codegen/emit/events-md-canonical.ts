import type { CanonicalEvent, CanonicalModel } from "../schema/canonical.js";
import { canonicalDeclarations } from "./canonical-types.js";
import { code, table } from "./markdown.js";

/** Section 1: the canonical types as code, and what each event means as a table. */
export function canonicalSection(model: CanonicalModel): string {
  const declared = new Map(canonicalDeclarations(model).map(({ name, text }) => [name, text]));
  const block = (names: readonly string[]) => {
    const texts = names.map((name) => declared.get(name) ?? "");
    for (const name of names) declared.delete(name);
    return `\`\`\`ts\n${texts.join("\n")}\`\`\`\n`;
  };
  const envelope = block(["ProviderKind", "RuntimeEventSource", "RuntimeEventRaw", ...model.brands, "RuntimeEventBase"]);
  const types = block(["CanonicalRuntimeEventType"]);
  const items = block(["CanonicalItemType"]);
  const requests = block(["CanonicalRequestType"]);
  const union = block([...declared.keys()]);
  const meanings = table(
    ["Event", "What it means", "Lifecycle"],
    model.events.map((event) => [code(event.type), event.description, lifecycleText(event)]),
  );
  return `### 1.1 Envelope

${envelope}
### 1.2 Event types

${types}
${meanings}
### 1.3 Item types

${items}
### 1.4 Request types

${requests}
### 1.5 Payloads and the union

${union}`;
}

function lifecycleText({ lifecycle, host }: CanonicalEvent): string {
  const parts = lifecycle === undefined ? [] : [`${lifecycle.does} ${lifecycle.entity === "input" ? "user input" : `the ${lifecycle.entity}`}`];
  if (lifecycle?.repeated !== undefined) parts.push(`repeated: ${code(lifecycle.repeated)}`);
  if (host) parts.push("from the host or the runtime only");
  return parts.join("; ");
}
