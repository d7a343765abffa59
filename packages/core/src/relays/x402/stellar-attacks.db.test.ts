import { afterEach, describe, expect, test } from 'vitest'
import { TRANSFER } from '../../chains/stellar/event.ts'
import { deriveContractId } from '../../chains/stellar/identifiers.ts'
import { loadSdk } from '../../chains/stellar/sdk.ts'
import {
  createScriptedAccount,
  encodeAssetName,
  encodeContractEvent,
  encodeEventValue,
  encodeTopic,
} from '../../testing/scripted-event.ts'
import {
  type Call,
  type Changes,
  createPayer,
  openStellarPrograms,
  PASSPHRASE,
  SHOP_WALLET,
} from '../../testing/stellar-programs.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(...options: Parameters<typeof openStellarPrograms>) {
  const opened = await openStellarPrograms(...options)
  closing.push(opened.shop.stop)
  return opened
}

const nothing = { stored: 0, sent: 0 }
const FEE_ACCOUNT = createPayer('fee account').publicKey()
const STRANGER = createPayer('stranger').publicKey()
const XLM = deriveContractId(null, PASSPHRASE)

function muxed(account: string, id: string): string {
  const { Account, MuxedAccount } = loadSdk()
  return new MuxedAccount(new Account(account, '0'), id).accountId()
}

/** The signed call, in other company. */
const operations = (
  change: (call: Call, sdk: ReturnType<typeof loadSdk>) => ReturnType<NonNullable<Changes['operation']>>,
) => ({ operation: (call: Call) => change(call, loadSdk()) }) satisfies Changes

const invoke = ({ args }: Call, auth: readonly Call['entry'][], source?: string) => {
  const { Operation, xdr } = loadSdk()
  const func = xdr.HostFunction.hostFunctionTypeInvokeContract(args)
  return Operation.invokeHostFunction({ func, auth: [...auth], ...(source ? { source } : {}) })
}

/** An authorization with other parts under the same signature. */
function withParts(entry: Call['entry'], parts: Partial<Pick<Call['entry'], 'credentials' | 'rootInvocation'>>) {
  const { xdr } = loadSdk()
  return new xdr.SorobanAuthorizationEntry({
    credentials: parts.credentials ?? entry.credentials,
    rootInvocation: parts.rootInvocation ?? entry.rootInvocation,
  })
}

describe('a payload that differs from what the payment asks for', () => {
  const differences: [string, Changes, string][] = [
    ['another account in the echo', { accepted: { payTo: STRANGER } }, 'wrong_recipient'],
    ['another account', { to: STRANGER }, 'wrong_recipient'],
    ['the account itself, without the id', { to: SHOP_WALLET }, 'wrong_recipient'],
    ['the id of another payment', { to: muxed(SHOP_WALLET, '1') }, 'wrong_recipient'],
    ['a smaller amount in the echo', { accepted: { amount: '1' } }, 'wrong_amount'],
    ['a smaller amount', { amount: 99_999_999n }, 'wrong_amount'],
    ['a smaller amount in both', { amount: 1n, accepted: { amount: '1' } }, 'wrong_amount'],
    ['a larger amount', { amount: 100_000_001n }, 'wrong_amount'],
    ['less than nothing', { amount: -100_000_000n }, 'wrong_amount'],
    ['another contract', { contract: XLM }, 'wrong_asset'],
    ['another asset in the echo', { accepted: { asset: XLM } }, 'invalid_network'],
    ['another network in the echo', { accepted: { network: 'stellar:pubnet' } }, 'invalid_network'],
    ['another network', { networkPassphrase: 'Public Global Stellar Network ; September 2015' }, 'simulation_failed'],
    ['another function', { name: 'burn' }, 'wrong_function_name'],
    ['the offer of another payment', { accepted: { extra: { paymentId: 'pay_1' } } }, 'another payment'],
    ['another scheme', { accepted: { scheme: 'upto' } }, 'unsupported_scheme'],
    ["another account's signature", { from: STRANGER }, 'simulation_failed'],
    ['the fee account as the payer', { signer: createPayer('fee account') }, 'unsafe_tx_or_op_source'],
    ['the fee account as the source', { source: FEE_ACCOUNT }, 'unsafe_tx_or_op_source'],
    ['a time that is over', { until: 1 }, 'signature has expired'],
    ['no time left', { until: 2 }, 'signature_expired'],
    ['no end', { until: 2 ** 32 - 1 }, 'expiration_too_far'],
    ['no transaction', { payload: { transaction: 'AAAA' } }, 'malformed'],
    [
      'the fee account as the source of the call',
      operations((call) => [invoke(call, [call.entry], FEE_ACCOUNT)]),
      'unsafe',
    ],
    ['no authorization', operations((call) => [invoke(call, [])]), 'no_auth_entries'],
    ['a second authorization', operations((call) => [invoke(call, [call.entry, call.entry])]), 'malformed'],
    [
      'a second operation',
      operations((call) => [invoke(call, [call.entry]), invoke(call, [call.entry])]),
      'wrong_operation',
    ],
    [
      'another operation',
      operations((_, { Asset, Operation }) => [
        Operation.payment({ destination: SHOP_WALLET, asset: Asset.native(), amount: '10' }),
      ]),
      'wrong_operation',
    ],
    [
      'a payment of the fee account beside it',
      operations((call, { Asset, Operation }) => [
        invoke(call, [call.entry]),
        Operation.payment({ source: FEE_ACCOUNT, destination: STRANGER, asset: Asset.native(), amount: '10' }),
      ]),
      'unsafe',
    ],
    [
      'the credentials of whoever sends it',
      operations((call, { xdr }) => [
        invoke(call, [
          withParts(call.entry, { credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount() }),
        ]),
      ]),
      'unsupported_credential_type',
    ],
    [
      'an authorization without a signature',
      operations((call, { xdr }) => {
        const { credentials } = call.entry
        if (credentials.type !== 'sorobanCredentialsAddress') throw new Error('no address')
        const { address, nonce, signatureExpirationLedger } = credentials.value
        const unsigned = new xdr.SorobanAddressCredentials({
          ...{ address, nonce, signatureExpirationLedger },
          signature: xdr.ScVal.scvVoid(),
        })
        return [
          invoke(call, [
            withParts(call.entry, { credentials: xdr.SorobanCredentials.sorobanCredentialsAddress(unsigned) }),
          ]),
        ]
      }),
      'missing_payer_signature',
    ],
    [
      'an authorization of more than the transfer',
      operations((call, { xdr }) => {
        const { rootInvocation } = call.entry
        const more = new xdr.SorobanAuthorizedInvocation({
          function: rootInvocation.function,
          subInvocations: [rootInvocation],
        })
        return [invoke(call, [withParts(call.entry, { rootInvocation: more })])]
      }),
      'has_subinvocations',
    ],
    [
      'an authorization of another call',
      operations((call, { nativeToScVal, xdr }) => {
        const args = [...call.args.args.slice(0, 2), nativeToScVal(1n, { type: 'i128' })]
        const { contractAddress, functionName } = call.args
        const other = new xdr.InvokeContractArgs({ contractAddress, functionName, args })
        const rootInvocation = new xdr.SorobanAuthorizedInvocation({
          function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(other),
          subInvocations: [],
        })
        return [invoke(call, [withParts(call.entry, { rootInvocation })])]
      }),
      'another call is authorized',
    ],
    [
      'a fourth argument',
      operations((call, { xdr }) => {
        const { contractAddress, functionName, args } = call.args
        const more = new xdr.InvokeContractArgs({ contractAddress, functionName, args: [...args, xdr.ScVal.scvVoid()] })
        return [invoke({ ...call, args: more }, [call.entry])]
      }),
      'wrong_amount',
    ],
  ]

  test.each(differences)('by %s is refused, and leaves no trace', async (_, changes, reason) => {
    const { create, pay, traces } = await open()
    const payment = await create()
    const { status, required, settled } = await pay(payment, changes)
    expect([status, required?.error, settled]).toEqual([402, expect.stringContaining(reason), null])
    expect(required?.accepts).toHaveLength(1)
    expect(await traces()).toEqual(nothing)
    expect((await pay(payment)).status).toBe(200)
  })

  test('by its kind is refused', async () => {
    const { create, terms, give, traces } = await open()
    const payment = await create()
    const authorization = {
      ...{ from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}`, value: '1', validAfter: '0', validBefore: '1' },
      nonce: `0x${'0'.repeat(64)}`,
    }
    const payload = { x402Version: 2, accepted: await terms(payment), payload: { signature: '0x', authorization } }
    const { status, required } = await give(payment, payload)
    expect([status, required?.error]).toEqual([402, expect.stringContaining('another kind of network')])
    expect(await traces()).toEqual(nothing)
  })
})

describe('a call that would do more than pay', () => {
  const event = (from: string, to: string, contract: string) =>
    encodeContractEvent({
      contractId: contract,
      topic: [
        TRANSFER,
        encodeTopic(from),
        encodeTopic(to),
        encodeAssetName({ code: 'USDC', issuer: createScriptedAccount(3) }),
      ],
      value: encodeEventValue(1n, from, null),
    })

  test.each([
    ['move other coins', event(STRANGER, SHOP_WALLET, XLM)],
    ['take from the fee account', event(FEE_ACCOUNT, STRANGER, XLM)],
  ])('and %s is refused', async (_, surprise) => {
    const { create, pay, traces, calls } = await open()
    calls.surprises = [surprise]
    const { status, required } = await pay(await create())
    expect([status, required?.error]).toEqual([402, expect.stringContaining('multiple_transfers')])
    expect(await traces()).toEqual(nothing)
  })
})

describe('what was signed', () => {
  test('pays no other payment', async () => {
    const { create, terms, sign, give, stored } = await open()
    const [first, second] = [await create(), await create()]
    const payload = await sign(await terms(first))
    expect((await give(first, payload)).status).toBe(200)
    const asked = await terms(second)
    const { status, required } = await give(second, { ...payload, accepted: asked })
    expect([status, required?.error]).toEqual([402, expect.stringContaining('wrong_recipient')])
    expect(await stored()).toHaveLength(1)
  })

  test('twice with one nonce counts once', async () => {
    const { create, terms, sign, give, stored } = await open()
    const [first, second] = [await create(), await create()]
    expect((await give(first, await sign(await terms(first), { nonce: 7n }))).status).toBe(200)
    const again = await give(second, await sign(await terms(second), { nonce: 7n }))
    expect([again.status, again.body.error?.code]).toEqual([409, 'payment_conflict'])
    expect(await stored()).toHaveLength(1)
  })

  test('with a nonce that has failed counts as that one, whichever account signs', async () => {
    const { create, terms, sign, give, step, calls, clock, stored, whileWaiting } = await open()
    const payment = await create({ expiresIn: 86_400 })
    calls.refusesAs = 'TRY_AGAIN_LATER'
    whileWaiting(async () => void clock.advance(30_000))
    expect((await give(payment, await sign(await terms(payment), { nonce: 7n }))).status).toBe(202)
    for (let ledgers = 0; ledgers < 72; ledgers++) await step()
    expect(await stored()).toMatchObject([{ state: 'failed' }])
    calls.refusesAs = null
    whileWaiting(step)
    const signer = createPayer('another')
    const again = await give(payment, await sign(await terms(payment), { nonce: 7n, signer }))
    expect([again.status, again.body.error?.code]).toEqual([409, 'payment_conflict'])
    expect(await stored()).toHaveLength(1)
    expect((await give(payment, await sign(await terms(payment), { nonce: 8n, signer }))).status).toBe(200)
  })

  test('by two payers at once is taken from one of them', async () => {
    const { shop, create, terms, sign, give, stored } = await open()
    const payment = await create()
    const asked = await terms(payment)
    const payloads = [await sign(asked), await sign(asked, { signer: createPayer('another') })]
    const answers = await Promise.all(payloads.map((payload) => give(payment, payload)))
    // The second payer gets a conflict while the first one's money is on its way, and the paid payment after that.
    const [late] = answers.filter(({ settled }) => settled === null)
    expect(answers.filter(({ settled }) => settled?.success)).toMatchObject([{ status: 200 }])
    expect(late?.status).toBeOneOf([200, 409])
    expect(await stored()).toHaveLength(1)
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', amountReceived: '10.000000' })
  })

  test('and comes twice at once has one answer, however late a node answers', async () => {
    const { create, sign, terms, give, ledger, stored } = await open()
    const payment = await create()
    const payload = await sign(await terms(payment))
    const first: unknown[] = []
    ledger.distortion = async (method, _, answer) => {
      if (method === 'simulateTransaction') {
        ledger.distortion = null
        first.push(await give(payment, payload))
      }
      return answer()
    }
    const second = await give(payment, payload)
    expect(second).toMatchObject({ status: 200, required: null, settled: { success: true } })
    expect(first).toMatchObject([{ status: 200, settled: second.settled }])
    expect(await stored()).toHaveLength(1)
  })

  test('and was sent by somebody else before it came is not asked for again', async () => {
    const { shop, create, sign, terms, give, calls, clock, ledger, traces } = await open()
    const payment = await create()
    const payload = (await sign(await terms(payment))) as { payload: { transaction: string } }
    const used = calls.use(payload.payload.transaction)
    const { status, body, required } = await give(payment, payload)
    expect([status, body.error.code, required]).toEqual([409, 'payment_conflict', null])
    expect(await traces()).toEqual(nothing)
    ledger.close(clock.now(), [used])
    await shop.settle()
    expect((await give(payment, payload)).status).toBe(200)
  })

  test('comes with a name that stands for nothing else', async () => {
    const { create, terms, sign, give } = await open()
    const payment = await create()
    const extensions = { 'payment-identifier': { info: { required: false, id: 'x'.repeat(16) } } }
    const asked = await terms(payment)
    expect((await give(payment, await sign(asked, { extensions }))).status).toBe(200)
    const other = await give(payment, await sign(asked, { extensions }))
    expect([other.status, other.body.error.code]).toEqual([409, 'payment_conflict'])
  })

  test('and failed too often ends the offer', async () => {
    const { create, terms, sign, give, get, calls, clock, carry, closeOne, whileWaiting } = await open()
    const payment = await create({ expiresIn: 86_400 })
    whileWaiting(async () => void clock.advance(30_000))
    for (let run = 0; run < 3; run++) {
      calls.funds.delete(createPayer().publicKey())
      expect((await give(payment, await sign(await terms(payment)))).status).toBe(202)
      calls.funds.set(createPayer().publicKey(), 1n)
      await carry()
      for (let ledgers = 0; ledgers < 75; ledgers++) await closeOne()
    }
    const { status, required } = await get(payment)
    expect([status, required?.accepts, required?.error]).toEqual([
      402,
      [],
      expect.stringContaining('too_many_failures'),
    ])
  })
})

describe('a contract account whose code is true only while it is tried out', () => {
  test('costs one failed transaction a day, together no more than a tenth of the day, and others are served', async () => {
    const programs = await open({ maxFeePerDay: 0.11 }, { closes: false })
    const { create, terms, sign, give, calls, carry, closeOne, clock, stored, shop } = programs
    const openAccount = (number: number) => {
      const account = loadSdk().StrKey.encodeContract(new Uint8Array(32).fill(number))
      calls.codes.set(account, (isTrial) => isTrial)
      return account
    }
    const pay = async (from?: string) => {
      const payment = await create({ expiresIn: 86_400 })
      return give(payment, await sign(await terms(payment), from === undefined ? {} : { from }))
    }
    const fail = async () => {
      await carry()
      for (let ledgers = 0; ledgers < 12; ledgers++) await closeOne()
      await carry()
    }
    const liar = openAccount(1)
    expect((await pay(liar)).status).toBe(202)
    expect((await pay(liar)).body.error).toMatchObject({ code: 'relay_unavailable' })
    await fail()
    const again = await pay(liar)
    expect([again.status, again.body.error?.message]).toEqual([503, expect.stringContaining('refused a payment')])
    expect((await pay(openAccount(2))).status).toBe(202)
    await fail()
    // A call costs 0.00501 of the 0.011 that are a tenth.
    expect((await pay(openAccount(3))).body.error?.message).toContain('accounts with code today')
    expect((await stored()).map(({ state, cost }) => [state, cost])).toEqual([
      ['failed', 50_100n],
      ['failed', 50_100n],
    ])
    expect((await pay()).status).toBe(202)
    await programs.finish()
    expect((await stored()).at(-1)).toMatchObject({ state: 'used' })
    clock.advance(86_400_000)
    await shop.settle()
    await closeOne()
    expect((await pay(liar)).status).toBe(202)
  })
})

test('no node that answers leaves the payload as good as it was', async () => {
  const { create, terms, sign, give, ledger, traces } = await open()
  const payment = await create()
  const payload = await sign(await terms(payment))
  ledger.rpcFault.down = true
  const down = ledger.calls
  ledger.calls = null
  const { status, body } = await give(payment, payload)
  expect([status, body.error.code]).toEqual([503, 'network_unreachable'])
  expect(await traces()).toEqual(nothing)
  ledger.rpcFault.down = false
  ledger.calls = down
  expect((await give(payment, payload)).status).toBe(200)
})
