/** This machine was too slow for a story, so the run says nothing about the shop. The story is played again. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow'
}
