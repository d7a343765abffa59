/** The shop or the checkout is not as the story's money deserves. */
export class Violation extends Error {
  override readonly name = 'Violation'
}
