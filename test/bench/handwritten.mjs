/**
 * What one would write by hand for the commonest messages of Codex: the same drafts as the generated mapper gives.
 * Gives `undefined` for every other message.
 */
export function mapByHand(message) {
  switch (message.method) {
    case "item/agentMessage/delta": {
      const { params } = message;
      return [{ type: "content.delta", payload: { streamKind: "assistant_text", delta: params.delta }, refs: refs(params), ensure: false }];
    }
    case "item/commandExecution/outputDelta": {
      const { params } = message;
      return [{ type: "content.delta", payload: { streamKind: "command_output", delta: params.delta }, refs: refs(params), ensure: false }];
    }
    case "thread/status/changed": {
      const { params } = message;
      const payload = { state: threadState(params.status.type), detail: params.status };
      return [{ type: "thread.state.changed", payload, refs: refs(params), ensure: false }];
    }
    case "thread/tokenUsage/updated": {
      const { params } = message;
      return [{ type: "thread.token-usage.updated", payload: { usage: params.tokenUsage }, refs: refs(params), ensure: false }];
    }
    case "account/rateLimits/updated": {
      const { params } = message;
      return [{ type: "account.rate-limits.updated", payload: { rateLimits: params.rateLimits }, refs: refs(params), ensure: false }];
    }
    case "turn/started": {
      const { params } = message;
      return [{ type: "turn.started", payload: {}, refs: refs(params), ensure: false }];
    }
    case "turn/diff/updated": {
      const { params } = message;
      return [{ type: "turn.diff.updated", payload: { unifiedDiff: params.diff }, refs: refs(params), ensure: false }];
    }
    default:
      return undefined;
  }
}

function refs(params) {
  return {
    session: undefined,
    thread: params.threadId ?? params.thread?.id,
    turn: params.turn?.id ?? params.turnId,
    item: params.itemId ?? params.item?.id,
    request: undefined,
    lane: undefined,
  };
}

function threadState(type) {
  switch (type) {
    case "notLoaded":
    case "idle":
      return "idle";
    case "systemError":
      return "error";
    default:
      return "active";
  }
}
