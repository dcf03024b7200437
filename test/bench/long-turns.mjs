/** One turn of each provider as its agent tells it: an answer in fifty messages or so, a tool call, and ids that no other turn has. */
export const turns = {
  codex(turn) {
    const threadId = "thread";
    const turnId = `turn-${turn}`;
    const item = { type: "agentMessage", id: `item-${turn}`, text: "" };
    const command = { type: "commandExecution", id: `call-${turn}`, command: "ls", cwd: "/w", status: "inProgress", commandActions: [] };
    return agent([
      { method: "turn/started", params: { threadId, turn: { id: turnId, items: [], status: "inProgress" } } },
      { method: "item/started", params: { threadId, turnId, item: command } },
      { method: "item/completed", params: { threadId, turnId, item: { ...command, status: "completed", exitCode: 0 } } },
      { method: "item/started", params: { threadId, turnId, item } },
      ...words(() => ({ method: "item/agentMessage/delta", params: { threadId, turnId, itemId: item.id, delta: "word " } })),
      { method: "item/completed", params: { threadId, turnId, item: { ...item, text: "words" } } },
      { method: "turn/completed", params: { threadId, turn: { id: turnId, items: [], status: "completed" } } },
    ]);
  },

  "codex-sdk"(turn) {
    const command = { id: "item_0", type: "command_execution", command: "ls", aggregated_output: "", status: "in_progress" };
    return agent([
      ...(turn === 0 ? [{ type: "thread.started", thread_id: "thread" }] : []),
      { type: "turn.started" },
      { type: "item.started", item: command },
      ...words(() => ({ type: "item.updated", item: { ...command, aggregated_output: "word" } })),
      { type: "item.completed", item: { ...command, status: "completed", exit_code: 0 } },
      { type: "item.completed", item: { id: "item_1", type: "agent_message", text: "words" } },
      { type: "turn.completed", usage: { input_tokens: turn, cached_input_tokens: 0, output_tokens: turn } },
    ]);
  },

  claude(turn) {
    const frame = { session_id: "session", parent_tool_use_id: null };
    const stream = (event) => ({ type: "stream_event", ...frame, uuid: `s-${turn}`, event });
    const message = { id: `msg-${turn}`, type: "message", role: "assistant", model: "m", stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } };
    const tool = { type: "tool_use", id: `tool-${turn}`, name: "Bash", input: {} };
    return [
      { from: "host", message: { type: "user", session_id: "session", parent_tool_use_id: null, message: { role: "user", content: "go" } } },
      ...agent([
        stream({ type: "message_start", message: { ...message, content: [] } }),
        stream({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
        ...words(() => stream({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "word " } })),
        { type: "assistant", ...frame, uuid: `a-${turn}`, message: { ...message, content: [{ type: "text", text: "words" }] } },
        stream({ type: "content_block_stop", index: 0 }),
        stream({ type: "content_block_start", index: 1, content_block: tool }),
        stream({ type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"command":"ls"}' } }),
        { type: "assistant", ...frame, uuid: `b-${turn}`, message: { ...message, content: [{ ...tool, input: { command: "ls" } }] } },
        stream({ type: "content_block_stop", index: 1 }),
        stream({ type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } }),
        stream({ type: "message_stop" }),
        { type: "user", ...frame, uuid: `u-${turn}`, message: { role: "user", content: [{ type: "tool_result", tool_use_id: tool.id, content: "ok" }] } },
        { type: "result", subtype: "success", is_error: false, session_id: "session", uuid: `r-${turn}`, result: "words", stop_reason: null, usage: {}, modelUsage: {} },
      ]),
    ];
  },

  cursor(turn) {
    const id = turn;
    const update = (said) => ({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "session", update: said } });
    const toolCallId = `tool-${turn}`;
    return [
      { from: "host", message: { jsonrpc: "2.0", id, method: "session/prompt", params: { sessionId: "session", prompt: [{ type: "text", text: "go" }] } } },
      ...agent([
        update({ sessionUpdate: "tool_call", toolCallId, title: "ls", kind: "execute", status: "pending" }),
        { jsonrpc: "2.0", id, method: "session/request_permission", params: { sessionId: "session", toolCall: { toolCallId }, options: [{ optionId: "ok", name: "Ok", kind: "allow_once" }] } },
      ]),
      { from: "host", message: { jsonrpc: "2.0", id, result: { outcome: { outcome: "selected", optionId: "ok" } } } },
      ...agent([
        update({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" }),
        ...words(() => update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "word " } })),
        { jsonrpc: "2.0", id, result: { stopReason: "end_turn" } },
      ]),
    ];
  },
};

const PIECES = 44;

function words(piece) {
  return Array.from({ length: PIECES }, piece);
}

function agent(messages) {
  return messages.map((message) => ({ from: "agent", message }));
}
