/** A wallet that signs messages. */
export type MessageSigner = {
  readonly id: string
  /** Null for a wallet that does not name itself. */
  readonly name: string | null
  /** A data URI of an image, or null. */
  readonly icon: string | null
  /**
   * Whether the wallet lets this page use an account. Throws if its user declines. `isAnotherTime`: it offered other
   * accounts before, so its user is asked to choose.
   */
  connect(account: string, isAnotherTime: boolean): Promise<boolean>
  sign(account: string, text: string): Promise<string>
  /** Whether an error says that the wallet's user has declined. */
  isRejection(error: unknown): boolean
}
