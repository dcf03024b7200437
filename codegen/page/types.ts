/** What the coverage page shows: plain values, nothing shortened, nothing escaped. */

export interface Page {
  readonly sources: readonly Source[];
  /** All canonical events, in the order of the model. */
  readonly events: readonly CanonicalEvent[];
  /** Absent where there is nothing recorded: then nobody knows what is seen. */
  readonly recorded?: { readonly transcripts: number; readonly messages: number };
}

export interface CanonicalEvent {
  readonly type: string;
  /** The host or the runtime gives it, too. */
  readonly host: boolean;
}

export interface Source {
  readonly name: string;
  /** The folder of `mappings/`. */
  readonly provider: string;
  readonly protocol: string;
  /** Oldest first. */
  readonly versions: readonly string[];
  /** It maps answers to the host's requests. */
  readonly answers: boolean;
  readonly rows: readonly Row[];
}

/** One kind of message. */
export interface Row {
  readonly key: string;
  readonly from: "agent" | "host";
  readonly events: readonly GivenEvent[];
  /** In the order of the source's versions. */
  readonly versions: readonly Marks[];
  /** How often it was recorded: in all, and where the transcript's folder names none of the versions. */
  readonly seen: { readonly times: number; readonly transcripts: number; readonly unversioned: number };
  /** Absent where no row takes the message. */
  readonly mapping?: Mapping;
  /** Lines, much as TypeScript would say it. Of an answer: the request that it answers. */
  readonly message?: readonly string[];
  /** Of a request, and of an answer: what the result holds. */
  readonly answer?: readonly string[];
  readonly examples: readonly Example[];
}

export interface GivenEvent {
  readonly type: string;
  /** The message itself; what its table ensures before it; the host's answer to it. */
  readonly by: "message" | "table" | "answer";
  /** It came with a recorded message. */
  readonly seen: boolean;
}

/** What is known of a message in one version. */
export interface Marks {
  readonly listed: boolean;
  readonly mapped: boolean;
  readonly seen: boolean;
}

export interface Mapping {
  readonly file: string;
  readonly line: number;
  /** As it stands in the file. */
  readonly text: string;
}

export interface Example {
  /** `recorded`: a message that came; `answered`: what a host wrote as its answer; `written`: an example of the row. */
  readonly kind: "recorded" | "answered" | "written";
  /** Where it stands. */
  readonly file: string;
  readonly line: number;
  readonly message: unknown;
  readonly events: readonly { readonly type: string; readonly payload?: unknown }[];
}
