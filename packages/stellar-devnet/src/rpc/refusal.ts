/** A JSON-RPC 2.0 error */
export class Refusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.name = 'Refusal'
    this.code = code
  }
}

export const createInvalidRequest = (message: string): Refusal => new Refusal(-32_600, message)
export const createInvalidParams = (message: string): Refusal => new Refusal(-32_602, message)

export type Params = Readonly<Record<string, unknown>>

/** @throws Refusal if it is not an object */
export function readRecord(value: unknown, name: string): Params {
  if (value === undefined) return {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Params
  throw createInvalidParams(`${name} must be an object`)
}

/** @throws Refusal if it is neither absent nor a non-negative integer */
export function readNumber(value: unknown, name: string): number {
  if (value === undefined) return 0
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value)
  throw createInvalidParams(`${name} must be a whole number`)
}

/** @throws Refusal if it is not a string */
export function readText(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  throw createInvalidParams(`${name} must be a string`)
}
