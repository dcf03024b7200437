/** The section of the specification that shows the canonical events; the others say in `spec` which is theirs. */
export const canonicalSpec = "1";
