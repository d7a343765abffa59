/** The history: closed ledgers with their transactions, and each account's part in them. */
import type { xdr } from '@stellar/stellar-sdk'
import type { Step, Submission } from './transaction.ts'

export type LedgerEvent = {
  /** Its position: `TOID-number`, as the RPC writes it */
  readonly id: string
  readonly contract: string
  /** XDR in base 64 */
  readonly topics: readonly string[]
  readonly value: string
  readonly operation: number
}

export type LedgerOperation = {
  readonly toid: bigint
  readonly transaction: LedgerTransaction
  readonly step: Step
  readonly details: Readonly<Record<string, string>>
}

export type LedgerTransaction = {
  readonly toid: bigint
  readonly ledger: number
  /** Seconds */
  readonly closeTime: bigint
  /** From 1 */
  readonly order: number
  readonly submission: Submission
  readonly successful: boolean
  readonly fee: bigint
  readonly result: xdr.TransactionResult
  /** XDR in base 64: the object would take ten times the memory. */
  readonly meta: string
  readonly feeMeta: string
  readonly operations: readonly LedgerOperation[]
  readonly events: readonly LedgerEvent[]
  /** XDR in base 64, of each operation */
  readonly contractEvents: readonly string[][]
  readonly feeEvent: string
}

/** A closed ledger */
export type Ledger = {
  readonly toid: bigint
  readonly sequence: number
  readonly hash: string
  readonly previous: string
  readonly closeTime: bigint
  /** The fees collected since the first ledger */
  readonly fees: bigint
  readonly lastOffer: bigint
  /** Represents all changes of the ledgers so far */
  readonly stateHash: string
  readonly transactions: readonly LedgerTransaction[]
}

/** Ledger, transaction and operation in one number (SEP-35), which Horizon uses as cursors */
export function encodeToid(ledger: number, transaction = 0, operation = 0): bigint {
  return (BigInt(ledger) << 32n) | (BigInt(transaction) << 12n) | BigInt(operation)
}

export type History = {
  /** In order; the first one has the sequence number 1. */
  readonly ledgers: readonly Ledger[]
  ledger(sequence: number): Ledger | undefined
  readonly head: Ledger
  transaction(hash: string): LedgerTransaction | undefined
  /** In order, including failed ones */
  readonly transactions: readonly LedgerTransaction[]
  readonly operations: readonly LedgerOperation[]
  readonly payments: readonly LedgerOperation[]
  listTransactions(account: string): readonly LedgerTransaction[]
  listOperations(account: string): readonly LedgerOperation[]
  listPayments(account: string): readonly LedgerOperation[]
}

type Lists = { transactions: LedgerTransaction[]; operations: LedgerOperation[]; payments: LedgerOperation[] }

/** The operations that Horizon calls payments */
const PAYMENTS = new Set([
  'createAccount',
  'payment',
  'pathPaymentStrictReceive',
  'pathPaymentStrictSend',
  'accountMerge',
  'invokeHostFunction',
])

export function isPayment({ step }: LedgerOperation): boolean {
  return PAYMENTS.has(step.operation.type)
}

/** Creates an empty history, with a function that adds a ledger */
export function createHistory(
  concerns: (operation: LedgerOperation) => readonly string[],
): History & { add(ledger: Ledger): void } {
  const ledgers: Ledger[] = []
  const byHash = new Map<string, LedgerTransaction>()
  const network: Lists = newLists()
  const accounts = new Map<string, Lists>()
  const getLists = (account: string): Lists => {
    const lists = accounts.get(account) ?? newLists()
    accounts.set(account, lists)
    return lists
  }
  const addOperation = (operation: LedgerOperation): void => {
    const lists = new Set([operation.step.source, ...concerns(operation)])
    for (const list of [network, ...[...lists].map(getLists)]) {
      list.operations.push(operation)
      if (isPayment(operation)) list.payments.push(operation)
    }
  }
  const addTransaction = (transaction: LedgerTransaction): void => {
    const { submission, operations } = transaction
    byHash.set(submission.hash, transaction)
    if (submission.bump) byHash.set(submission.innerHash, transaction)
    const concerned = operations.flatMap((operation) => [operation.step.source, ...concerns(operation)])
    const all = new Set([submission.source, submission.feeSource, ...concerned])
    for (const list of [network, ...[...all].map(getLists)]) list.transactions.push(transaction)
    for (const operation of operations) addOperation(operation)
  }
  return {
    ledgers,
    ledger: (sequence) => ledgers[sequence - 1],
    get head() {
      const head = ledgers.at(-1)
      if (!head) throw new Error('There is no ledger yet.')
      return head
    },
    transaction: (hash) => byHash.get(hash),
    ...network,
    listTransactions: (account) => accounts.get(account)?.transactions ?? [],
    listOperations: (account) => accounts.get(account)?.operations ?? [],
    listPayments: (account) => accounts.get(account)?.payments ?? [],
    add(ledger) {
      ledgers.push(ledger)
      for (const transaction of ledger.transactions) addTransaction(transaction)
    },
  }
}

function newLists(): Lists {
  return { transactions: [], operations: [], payments: [] }
}
