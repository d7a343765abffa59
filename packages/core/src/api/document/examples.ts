/** Examples of requests and answers. They were recorded from real calls: `examples.test.ts` makes the file. */
import recorded from './examples.json' with { type: 'json' }

export type Example = {
  /** The parameter of the path. */
  readonly id?: string
  readonly body?: unknown
  /** JSON, or the text of a stream. */
  readonly answer: unknown
}

const operations: Readonly<Record<string, Example>> = recorded.operations
const events: Readonly<Record<string, unknown>> = recorded.events

/** A call of an operation. Throws for an operation without one. */
export function findExample(operation: string): Example {
  const example = operations[operation]
  if (!example) throw new Error(`record an example of ${operation}: see api/document/examples.test.ts`)
  return example
}

/** An event of a type; undefined if none was recorded. */
export function findEventExample(type: string): unknown {
  return events[type]
}
