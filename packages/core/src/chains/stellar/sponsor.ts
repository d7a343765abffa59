/** Transfers that payers authorize on Stellar (CAP-46-11) and the checkout's own account sends, as x402 asks for. */
import type { Keypair, Transaction, xdr } from '@stellar/stellar-sdk/base'
import type { Attempt, FeeBudget, Refused, Sponsor, SponsoredAuthorization, SponsoredTerms } from '../sponsor.ts'
import type { StellarNetwork } from './endpoints.ts'
import { MINT, readEvent, TRANSFER } from './event.ts'
import { getAssetByContract, type KnownAsset } from './identifiers.ts'
import type { CallEvent, ContractCalls, StellarNode } from './node.ts'
import { describeResultCode } from './result-codes.ts'
import { decodeXdr, loadSdk } from './sdk.ts'

/** The key that pays fees. It is read when it is first needed, because that loads the SDK. */
export type FeeKey = { readonly warnings: readonly string[]; readonly open: () => Keypair }

const WRONG = 'invalid_exact_stellar_payload'
/** The words of nodes when the network has taken the nonce before. */
const USED = /nonce already exists|\(Auth, ExistingValue\)/
const ID = /^(?:0|[1-9]\d{0,19})$/

export function createSponsor(network: StellarNetwork, feeKey: FeeKey, budget: FeeBudget): Sponsor {
  const { networkPassphrase, assets, endpoints } = network
  let opened: Keypair | null = null
  const key = (): Keypair => {
    opened ??= feeKey.open()
    return opened
  }
  const payTo = (account: string, memo: string) => (isId(memo) ? encodeMuxed(account, memo) : null)
  const able = { able: (node: StellarNode) => node.calls !== null }
  const build = (authorization: SponsoredAuthorization, terms: SponsoredTerms, head: Head) =>
    buildCall(key().publicKey(), networkPassphrase, encodeOperation(authorization, terms, payTo), head)
  return {
    get account() {
      return key().publicKey()
    },
    budget,
    warnings: feeKey.warnings,
    payTo,
    read(transaction, terms) {
      const expected = payTo(terms.to, terms.memo)
      if (expected === null) return refuse('wrong_recipient')
      return readCall(transaction, { ...terms, payTo: expected, sponsor: key(), networkPassphrase })
    },
    hasCode: (account) => loadSdk().StrKey.isValidContract(account),
    identify: (transaction) => identify(transaction, networkPassphrase),
    tryOut: (authorization, terms) =>
      endpoints.use(async (node) => {
        const calls = requireCalls(node)
        const account = await calls.feeAccount(key().publicKey())
        if (!account) return null
        const tried = await calls.simulate(build(authorization, terms, FIRST).toXdr())
        if ('error' in tried) return { ...refuse('simulation_failed', tried.error), isUsed: USED.test(tried.error) }
        const { newest, data, events } = tried
        const problem = findSurprise(events, authorization, terms, assets) ?? findOwn(data, key())
        if (problem) return problem
        const inclusionFee = await calls.callFee()
        const fee = BigInt(inclusionFee) + data.resourceFee
        const resources = data.toXdr('base64')
        return { fee, available: account.available, sequence: account.sequence + 1n, newest, resources, inclusionFee }
      }, able),
    sign(authorization, terms, { fee, sequence, resources, inclusionFee }, until): Attempt {
      const transaction = build(authorization, terms, { sequence, until, resources, inclusionFee })
      if (BigInt(transaction.fee) !== fee) throw new Error('a transaction must cost what was tried out')
      transaction.sign(key())
      const hash = Buffer.from(transaction.hash()).toString('hex')
      return { envelope: transaction.toXdr(), hash, sequence, until, fee }
    },
    async submit(envelope) {
      const { refusedAs } = await endpoints.use((node) => node.submit(envelope), able)
      // One that is in a ledger already is refused so, too.
      return refusedAs === null || refusedAs === 'tx_bad_seq' ? null : describeResultCode(refusedAs)
    },
    available: () =>
      endpoints.use(async (node) => (await requireCalls(node).feeAccount(key().publicKey()))?.available ?? null, able),
  }
}

function requireCalls({ calls }: StellarNode): ContractCalls {
  if (calls) return calls
  throw new Error('a node without contract calls was asked')
}

/** Letters of a node are not for headers. */
function refuse(reason: string, detail = ''): Refused {
  const text = detail.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 200)
  return { refused: `${WRONG}_${reason}${text === '' ? '' : `: ${text}`}` }
}

/** Tells whether a memo is an id of 64 bits, which a muxed account can have. */
function isId(memo: string): boolean {
  return ID.test(memo) && BigInt(memo) < 2n ** 64n
}

function encodeMuxed(account: string, id: string): string {
  const { Account, MuxedAccount } = loadSdk()
  return new MuxedAccount(new Account(account, '0'), id).accountId()
}

/** The parts of a transaction beside its operation; `resources` null before they are known. */
type Head = {
  readonly sequence: bigint
  readonly until: number
  readonly resources: string | null
  readonly inclusionFee: number
}
const FIRST: Head = { sequence: 1n, until: 0, resources: null, inclusionFee: 100 }

function buildCall(
  account: string,
  networkPassphrase: string,
  operation: xdr.Operation,
  { sequence, until, resources, inclusionFee }: Head,
): Transaction {
  const { Account, TransactionBuilder } = loadSdk()
  return new TransactionBuilder(new Account(account, String(sequence - 1n)), {
    fee: String(inclusionFee),
    networkPassphrase,
    timebounds: { minTime: 0, maxTime: String(until) },
    ...(resources === null ? {} : { sorobanData: resources }),
  })
    .addOperation(operation)
    .build()
}

function encodeArgs({ token, rawAmount }: SponsoredTerms, from: string, payTo: string): xdr.InvokeContractArgs {
  const { Address, nativeToScVal, xdr } = loadSdk()
  return new xdr.InvokeContractArgs({
    contractAddress: new Address(token).toScAddress(),
    functionName: 'transfer',
    args: [new Address(from).toScVal(), new Address(payTo).toScVal(), nativeToScVal(rawAmount, { type: 'i128' })],
  })
}

/** The operation is built anew. Only the authorization is the payer's. */
function encodeOperation(
  { from, entry }: SponsoredAuthorization,
  terms: SponsoredTerms,
  payTo: Sponsor['payTo'],
): xdr.Operation {
  const { Operation, xdr } = loadSdk()
  const to = payTo(terms.to, terms.memo)
  if (to === null) throw new Error('a sponsored transfer has a muxed recipient')
  return Operation.invokeHostFunction({
    func: xdr.HostFunction.hostFunctionTypeInvokeContract(encodeArgs(terms, from, to)),
    auth: [xdr.SorobanAuthorizationEntry.fromXdr(entry, 'base64')],
  })
}

type Expected = SponsoredTerms & {
  readonly payTo: string
  readonly sponsor: Keypair
  readonly networkPassphrase: string
}

function readCall(base64: string, expected: Expected): SponsoredAuthorization | Refused {
  const { Transaction } = loadSdk()
  const transaction = decodeXdr(() => new Transaction(base64, expected.networkPassphrase))
  if (!transaction) return refuse('malformed', 'no transaction')
  // Nothing that the payer wrote may be about the account that pays the fee.
  if (mentions(transaction.tx, expected.sponsor)) return refuse('unsafe_tx_or_op_source')
  const [operation, more] = transaction.tx.operations
  if (operation?.body.type !== 'invokeHostFunction' || more) return refuse('wrong_operation')
  const { hostFunction, auth } = operation.body.value
  if (hostFunction.type !== 'hostFunctionTypeInvokeContract') return refuse('wrong_operation')
  const called = readTransfer(hostFunction.value, expected)
  if (typeof called !== 'string') return called
  return readEntry(auth, { args: hostFunction.value, from: called })
}

function identify(base64: string, networkPassphrase: string): ReturnType<Sponsor['identify']> {
  const { Address, Transaction } = loadSdk()
  return decodeXdr(() => {
    const [operation] = new Transaction(base64, networkPassphrase).tx.operations
    const [entry] = operation?.body.type === 'invokeHostFunction' ? operation.body.value.auth : []
    if (entry?.credentials.type !== 'sorobanCredentialsAddress') return null
    const { address, nonce } = entry.credentials.value
    return { from: Address.fromScAddress(address).toString(), nonce: String(nonce), entry: entry.toXdr('base64') }
  })
}

/** The sender of a transfer of exactly what is expected. */
function readTransfer(args: xdr.InvokeContractArgs, expected: Expected): string | Refused {
  const { Address, StrKey } = loadSdk()
  const named = decodeXdr(() => ({
    contract: Address.fromScAddress(args.contractAddress).toString(),
    parties: args.args.slice(0, 2).map((one) => Address.fromScVal(one).toString()),
  }))
  if (!named) return refuse('malformed', 'no transfer')
  const { contract, parties } = named
  const [from = '', to = ''] = parties
  if (contract !== expected.token) return refuse('wrong_asset')
  if (!StrKey.isValidEd25519PublicKey(from) && !StrKey.isValidContract(from)) return refuse('malformed', 'no sender')
  if (to !== expected.payTo) return refuse('wrong_recipient')
  if (from === expected.to) return refuse('malformed', 'the recipient cannot pay itself')
  const asked = encodeArgs(expected, from, expected.payTo)
  if (asked.toXdr('base64') === args.toXdr('base64')) return from
  const isNamed = Buffer.compare(args.functionName.bytes, asked.functionName.bytes) === 0
  return refuse(isNamed ? 'wrong_amount' : 'wrong_function_name')
}

/** The only authorization, if it is the sender's, for this transfer and for nothing else. */
function readEntry(
  auth: readonly xdr.SorobanAuthorizationEntry[],
  { args, from }: { readonly args: xdr.InvokeContractArgs; readonly from: string },
): SponsoredAuthorization | Refused {
  const { Address } = loadSdk()
  const [entry, more] = auth
  if (!entry) return refuse('no_auth_entries')
  if (more) return refuse('malformed', 'one authorization is taken, of the account that pays')
  if (entry.credentials.type !== 'sorobanCredentialsAddress') return refuse('unsupported_credential_type')
  const { rootInvocation } = entry
  if (rootInvocation.subInvocations.length > 0) return refuse('has_subinvocations')
  const { function: authorized } = rootInvocation
  const isThis =
    authorized.type === 'sorobanAuthorizedFunctionTypeContractFn' &&
    authorized.value.toXdr('base64') === args.toXdr('base64')
  if (!isThis) return refuse('malformed', 'another call is authorized than is made')
  const { address, nonce, signatureExpirationLedger, signature } = entry.credentials.value
  const signer = decodeXdr(() => Address.fromScAddress(address).toString())
  if (signer !== from || signature.type === 'scvVoid') return refuse('missing_payer_signature')
  return { from, nonce: String(nonce), validUntil: signatureExpirationLedger, entry: entry.toXdr('base64') }
}

function mentions(value: { toXdr(): Uint8Array }, account: Keypair): boolean {
  return Buffer.from(value.toXdr()).includes(Buffer.from(account.rawPublicKey()))
}

/** A call that touches an entry of the account that pays the fee. */
function findOwn({ resources }: xdr.SorobanTransactionData, account: Keypair): Refused | null {
  return mentions(resources.footprint, account) ? refuse('facilitator_in_auth') : null
}

/** Events by which balances change (CAP-67). */
const MOVES: readonly string[] = [TRANSFER, MINT, 'AAAADwAAAARidXJu', 'AAAADwAAAAhjbGF3YmFjaw==']

/** A call that moves anything but what is expected. */
function findSurprise(
  events: readonly CallEvent[],
  { from }: SponsoredAuthorization,
  { token, to, memo, rawAmount }: SponsoredTerms,
  assets: readonly KnownAsset[],
): Refused | null {
  const moves = events.filter(({ topics }) => MOVES.includes(topics[0] ?? ''))
  const [event, more] = moves
  if (!event) return refuse('no_transfer_events')
  if (more) return refuse('multiple_transfers')
  if (event.contract !== token) return refuse('event_wrong_asset')
  const moved = readEvent(event.topics, event.value)
  if (!moved) return refuse('event_not_transfer')
  // An issuer creates what it pays.
  if ((moved.from ?? getAssetByContract(assets, token)?.issuer) !== from) return refuse('event_wrong_from')
  if (moved.to !== to || moved.memo !== memo) return refuse('event_wrong_to')
  return moved.amount === rawAmount ? null : refuse('event_wrong_amount')
}
