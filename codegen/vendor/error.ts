/** What a person can do something about: no such version, no network, a package that is not what it should be. */
export class VendorError extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}
