/** What a host can decide, and what `request.resolved` says was decided, whatever the wire calls it (EVENTS.md rule 14). */
export const decisions = ["accept", "acceptForSession", "decline", "cancel"] as const;
