/** What is wrong between `lock.json` and the vendored files, by its stable code. */
export const lockCodes = {
  "missing-lock": "vendored schemas without a lock",
  "invalid-lock": "a lock that cannot be read",
  "unlocked-version": "a vendored version that the lock does not know",
  "missing-file": "a file that the lock pins and that is not there",
  "tampered-file": "a vendored file that is not the one that was pinned",
  "extra-file": "a file among the vendored ones that the lock does not know",
} as const;

export type LockCode = keyof typeof lockCodes;
