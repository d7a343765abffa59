/** Something that is added by the documented steps, to count the files that have to be changed for it. */
export type Addition = {
  readonly name: string
  readonly adds: string
  /** The most files that are to be changed by hand. */
  readonly goal: number
  readonly edits: readonly Edit[]
  /** Scripts to run after the edits. The files that they write are not counted. */
  readonly scripts: readonly string[]
  /** A test of the core that uses what was added. */
  readonly test: string
}

/** A text that is put into a file, before another one. Without `before` it is a new file. */
export type Edit = { readonly path: string; readonly before?: string; readonly text: string }
