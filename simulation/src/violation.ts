/** A broken invariant. */
export class Violation extends Error {
  override readonly name = 'Violation'
  /** The invariant's name. */
  readonly invariant: string

  constructor(invariant: string, message: string) {
    super(message)
    this.invariant = invariant
  }
}

/** Throws Violation unless `so` is true. */
export function must(so: boolean, invariant: string, message: () => string): void {
  if (!so) throw new Violation(invariant, message())
}

/** Throws Violation unless both have the same JSON. */
export function expectSame(actual: unknown, expected: unknown, invariant: string, what: string): void {
  const [is, should] = [show(actual), show(expected)]
  if (is !== should) throw new Violation(invariant, `${what} is ${is}, and should be ${should}`)
}

export function show(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)) ?? 'nothing'
}
