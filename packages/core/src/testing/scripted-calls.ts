/** Contract calls on a scripted ledger: what Stellar RPC says of them, and what they do once a ledger is closed. */
import { hash } from 'node:crypto'
import type { Keypair, xdr } from '@stellar/stellar-sdk/base'
import { TRANSFER } from '../chains/stellar/event.ts'
import { deriveContractId, type StellarAsset } from '../chains/stellar/identifiers.ts'
import { loadSdk } from '../chains/stellar/sdk.ts'
import { encodeAssetName, encodeContractEvent, encodeEventValue, encodeTopic } from './scripted-event.ts'
import type { ScriptedLedger, ScriptedPayment } from './scripted-ledger.ts'

type Called = { readonly from: string; readonly to: string; readonly memo: string | null; readonly stroops: bigint }
type Read = Called & {
  readonly nonce: string
  readonly sequence: bigint
  readonly maxTime: number
  readonly hash: string
}

/**
 * The account that pays fees, and the transactions that wait for a ledger. Signatures are verified, and a nonce moves
 * coins once, as on the network.
 */
export class ScriptedCalls {
  readonly key: Keypair
  readonly ledger: ScriptedLedger
  readonly asset: StellarAsset
  /** Of the fee account: in stroops, and of its last transaction. */
  balance = 1_000_000_000n
  sequence = 100n
  resourceFee = 50_000n
  /** Balances of accounts, in stroops. Others have enough. */
  readonly funds = new Map<string, bigint>()
  /** Accounts that are contracts: whether their code accepts a signature, in a trial or in a ledger. */
  readonly codes = new Map<string, (isTrial: boolean) => boolean>()
  /** Signed envelopes, by hash. */
  waiting = new Map<string, string>()
  /** All that ever came. */
  readonly came: string[] = []
  /** More events of each call. */
  surprises: readonly string[] = []
  /** The answer of `sendTransaction` in place of taking it. */
  refusesAs: string | null = null
  readonly #used = new Set<string>()

  constructor(ledger: ScriptedLedger, asset: StellarAsset) {
    const { Keypair } = loadSdk()
    this.ledger = ledger
    this.asset = asset
    this.key = Keypair.fromRawEd25519Seed(hash('sha256', 'fee account', 'buffer'))
    ledger.calls = (method, params) => this.#answer(method, params as Record<string, unknown>)
  }

  get contract(): string {
    return deriveContractId(this.asset, this.ledger.passphrase)
  }

  /** Closes a ledger with what waits. `time` in milliseconds. */
  close(time: number): void {
    const sent = [...this.waiting]
    this.waiting.clear()
    this.ledger.close(
      time,
      sent.flatMap(([txHash, envelope]) => this.#apply(txHash, envelope, time)),
    )
  }

  /** Somebody else sends an authorization. */
  use(envelope: string): ScriptedPayment {
    const { nonce, ...called } = this.#read(envelope)
    this.#used.add(`${called.from} ${nonce}`)
    return this.#toPayment(called, this.ledger.newHash())
  }

  #apply(txHash: string, envelope: string, time: number): ScriptedPayment[] {
    const read = this.#read(envelope)
    if (read.sequence !== this.sequence + 1n || time > read.maxTime * 1_000) return []
    this.sequence = read.sequence
    this.balance -= this.resourceFee
    if (this.#problemOf(envelope, false) !== null) return []
    this.#used.add(`${read.from} ${read.nonce}`)
    return [this.#toPayment(read, txHash)]
  }

  #toPayment({ from, to, memo, stroops }: Called, txHash: string): ScriptedPayment {
    return { asset: this.asset, from, to, memo, stroops, txHash }
  }

  #read(envelope: string): Read {
    const { Address, MuxedAccount, scValToNative, StrKey, Transaction } = loadSdk()
    const transaction = new Transaction(envelope, this.ledger.passphrase)
    const { func, entry } = this.#call(envelope)
    const [from, to, amount] = func.args.map((one) =>
      one.type === 'scvAddress' ? Address.fromScVal(one).toString() : scValToNative(one),
    )
    const muxed = StrKey.isValidMed25519PublicKey(to) ? MuxedAccount.fromAddress(to, '0') : null
    const { nonce } = credentialsOf(entry)
    return {
      from,
      to: muxed ? muxed.baseAccount().accountId() : to,
      memo: muxed ? muxed.id() : null,
      stroops: amount,
      nonce: String(nonce),
      sequence: BigInt(transaction.sequence),
      maxTime: Number(transaction.timeBounds?.maxTime ?? 0),
      hash: Buffer.from(transaction.hash()).toString('hex'),
    }
  }

  #call(envelope: string): { func: xdr.InvokeContractArgs; entry: xdr.SorobanAuthorizationEntry } {
    const { Transaction } = loadSdk()
    const [operation] = new Transaction(envelope, this.ledger.passphrase).tx.operations
    if (operation?.body.type !== 'invokeHostFunction') throw new Error('no call')
    const { hostFunction, auth } = operation.body.value
    const [entry] = auth
    if (hostFunction.type !== 'hostFunctionTypeInvokeContract' || !entry) throw new Error('no authorized call')
    return { func: hostFunction.value, entry }
  }

  /** Finds the reason for which a call would fail now. */
  #problemOf(envelope: string, isTrial: boolean): string | null {
    const { buildAuthorizationEntryPreimage, Keypair, scValToNative } = loadSdk()
    const { entry } = this.#call(envelope)
    const { from, stroops } = this.#read(envelope)
    const { nonce, signatureExpirationLedger: until, signature } = credentialsOf(entry)
    if (until < this.ledger.newest.number + 1) return 'signature has expired'
    if (this.#used.has(`${from} ${nonce}`)) return 'nonce already exists for address'
    const payload = hash(
      'sha256',
      buildAuthorizationEntryPreimage(entry, until, this.ledger.passphrase).toXdr(),
      'buffer',
    )
    const signed = scValToNative(signature) as { signature?: Uint8Array }[] | null
    const [one] = Array.isArray(signed) ? signed : []
    const code = this.codes.get(from)
    const accepts = (signature: Uint8Array) =>
      code ? code(isTrial) : Keypair.fromPublicKey(from).verify(payload, signature)
    if (!one?.signature || !accepts(one.signature)) return 'failed authentication'
    return stroops > (this.funds.get(from) ?? stroops) ? 'Error(Contract, #10)' : null
  }

  #answer(method: string, params: Record<string, unknown>): object | null {
    if (method === 'getFeeStats') return { sorobanInclusionFee: { p95: '100' } }
    if (method === 'simulateTransaction') return this.#simulate(String(params.transaction))
    if (method === 'sendTransaction') return this.#take(String(params.transaction))
    const [key] = method === 'getLedgerEntries' ? (params.keys as string[]) : []
    return key === this.#ownKey() ? { entries: [{ key, xdr: this.#ownEntry(), lastModifiedLedgerSeq: 1 }] } : null
  }

  #take(envelope: string): object {
    if (this.refusesAs !== null) return { status: this.refusesAs }
    const { hash: sent } = this.#read(envelope)
    this.came.push(envelope)
    if (this.waiting.has(sent)) return { status: 'DUPLICATE' }
    this.waiting.set(sent, envelope)
    return { status: 'PENDING' }
  }

  #simulate(envelope: string): object {
    const { SorobanDataBuilder, xdr } = loadSdk()
    const latestLedger = this.ledger.newest.number
    const error = this.#problemOf(envelope, true)
    if (error !== null) return { latestLedger, error }
    const { from, to, memo, stroops } = this.#read(envelope)
    const event = encodeContractEvent({
      contractId: this.contract,
      topic: [TRANSFER, encodeTopic(from), encodeTopic(to), encodeAssetName(this.asset)],
      value: encodeEventValue(stroops, from, memo),
    })
    const events = [event, ...this.surprises].map((one) =>
      new xdr.DiagnosticEvent({
        inSuccessfulContractCall: true,
        event: xdr.ContractEvent.fromXdr(one, 'base64'),
      }).toXdr('base64'),
    )
    const data = new SorobanDataBuilder().setResourceFee(String(this.resourceFee)).build()
    return { latestLedger, events, transactionData: data.toXdr('base64'), minResourceFee: String(this.resourceFee) }
  }

  #ownKey(): string {
    const { xdr } = loadSdk()
    return xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: this.key.xdrAccountId() })).toXdr('base64')
  }

  #ownEntry(): string {
    const { xdr } = loadSdk()
    return xdr.LedgerEntryData.account(
      new xdr.AccountEntry({
        ...{ accountId: this.key.xdrAccountId(), balance: this.balance, seqNum: this.sequence, numSubEntries: 0 },
        ...{ inflationDest: null, flags: 0, homeDomain: '', thresholds: Uint8Array.of(1, 0, 0, 0), signers: [] },
        ext: xdr.AccountEntryExt.v0(),
      }),
    ).toXdr('base64')
  }
}

function credentialsOf({ credentials }: xdr.SorobanAuthorizationEntry): xdr.SorobanAddressCredentials {
  if (credentials.type === 'sorobanCredentialsAddress') return credentials.value
  throw new Error('no credentials of an address')
}
