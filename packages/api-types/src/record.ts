/** Objects by the names of their fields. */

type Fields = Readonly<Record<string, unknown>>

/** True for lists too. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

/** The fields of a value from outside; none if it is no object. */
export function toRecord(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

/** The keys of a table whose type names them all. */
export function listKeys<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table) as Key[]
}

/** Tells whether a table has an entry of its own under a name. */
export function isKey<Key extends string>(table: Readonly<Record<Key, unknown>>, name: string): name is Key {
  return Object.hasOwn(table, name)
}

/** A table that has a value for each of these keys. */
export function createRecord<Key extends string, Value>(
  keys: readonly Key[],
  toValue: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, toValue(key)])) as Record<Key, Value>
}
