import {
  BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  OperatorNode,
  type QueryResult,
  ValueNode,
} from 'kysely'
import { AMOUNTS, type Tables } from './tables.generated.ts'

// biome-ignore lint/suspicious/noExplicitAny: who asks knows what rows there are.
export type Answer = QueryResult<any>

/** The column that both databases keep as 0 or 1, and that rows and values of queries have as a boolean. */
export const FLAG = 'livemode'

/** Kysely compares a boolean by `is`, for which a column must be one. */
export function compareNumbers(node: BinaryOperationNode): BinaryOperationNode {
  const { leftOperand, operator, rightOperand } = node
  const isBoolean = ValueNode.is(rightOperand) && typeof rightOperand.value === 'boolean'
  if (!isBoolean || !OperatorNode.is(operator) || operator.operator !== 'is') return node
  return BinaryOperationNode.create(leftOperand, OperatorNode.create('='), ValueNode.create(Number(rightOperand.value)))
}

/** The names of amounts in results: the columns', and those that queries give to amounts besides. */
export const AMOUNT_NAMES: ReadonlySet<string> = new Set([...AMOUNTS, 'promised', 'raw_arrived', 'returned'])

/** Reads an amount, which the databases keep as an integer of 64 bits or as digits. Throws if it is neither. */
export function readAmount(value: number | bigint | string | null): bigint | null {
  if (value === null) return null
  if (typeof value === 'string' ? /^-?\d+$/.test(value) : typeof value === 'bigint' || Number.isSafeInteger(value))
    return BigInt(value)
  throw new Error(`the database has an amount that is no whole number: ${value}`)
}

/** Executes one statement. */
export type ExecuteStatement = (text: string, parameters: readonly unknown[]) => Promise<Answer>

/** The database's dialect, except for its driver. */
export type DialectParts = Omit<Dialect, 'createDriver'>

/**
 * Runs each statement at once. Kysely's own way, which serves plugins and cancellation too, has asynchronous steps that
 * cost more than many a statement.
 */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #ask: ExecuteStatement

  constructor(speech: DialectParts, ask: ExecuteStatement) {
    const connection: DatabaseConnection = {
      executeQuery: ({ sql, parameters }) => ask(sql, parameters),
      streamQuery() {
        throw new Error('rows are asked for all at once')
      },
    }
    super(speech.createQueryCompiler(), speech.createAdapter(), {
      provideConnection: (consumer) => consumer(connection),
    })
    this.#ask = ask
  }

  override executeQuery<R>({ sql, parameters }: CompiledQuery<unknown>): Promise<QueryResult<R>> {
    return this.#ask(sql, parameters)
  }
}

/**
 * Kysely for queries alone: `ask` decides on which connection they run. With Kysely's drivers statements wait for one
 * another, and all waiting ones wake up after each, which takes longer than many statements.
 */
export function createKysely(speech: DialectParts, ask: ExecuteStatement): Kysely<Tables> {
  const executor = new DirectExecutor(speech, ask)
  const driver = new DummyDriver()
  const dialect: Dialect = { ...speech, createDriver: () => driver }
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })
}
