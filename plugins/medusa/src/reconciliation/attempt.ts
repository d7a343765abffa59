/** Waits for a work, and notes what it throws, so that the others are tried too. */
export type Attempt = (work: Promise<unknown>) => Promise<unknown>
