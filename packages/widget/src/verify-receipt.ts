/**
 * The script of the page that verifies receipts. The page has everything in it and asks nobody, so a saved copy works
 * without a network.
 */
import type { PaymentReceipt, RefundReceipt } from '@crypto-checkout/api-types'
import type { VerifierTexts } from '@crypto-checkout/payer-ui'
import { ReceiptError, type TrustedKey, type VerifiedReceipt, verifyReceipt } from '@crypto-checkout/payer-ui/receipts'

type Keys = { readonly production: readonly TrustedKey[]; readonly sandbox: readonly TrustedKey[] }
type Embedded = Keys & { readonly texts: VerifierTexts['script'] }
type Verdict = 'right' | 'test' | 'wrong' | 'unable'

const WAIT_MS = 150

function find<Kind extends Element>(selector: string): Kind {
  const element = document.querySelector<Kind>(selector)
  if (element === null) throw new Error(`the page has no ${selector}`)
  return element
}

const field = find<HTMLTextAreaElement>('#receipt')
const keysField = find<HTMLTextAreaElement>('#keys')
const file = find<HTMLInputElement>('#file')
const embedded: Embedded = JSON.parse(find('#embedded').textContent ?? '')
const { verdicts, problems, labels } = embedded.texts

/** Own keys replace those of the page. Throws for what is no key set. */
function readKeys(): Keys {
  const text = keysField.value.trim()
  if (text === '') return embedded
  const { keys, ...key }: TrustedKey & { keys?: TrustedKey[] } = JSON.parse(text)
  return { production: keys ?? [key], sandbox: [] }
}

/** The signed text, or JSON or an address that has it. */
function extractReceipt(text: string): string {
  const trimmed = text.trim()
  if (trimmed.startsWith('http')) return trimmed.split('#')[1] ?? trimmed
  if (!trimmed.startsWith('{')) return trimmed
  try {
    return String(JSON.parse(trimmed).receipt)
  } catch {
    return trimmed
  }
}

/** Keys of production first: what only keys of the sandbox have signed is a test. */
async function verifyWith(jws: string, { production, sandbox }: Keys): Promise<VerifiedReceipt> {
  try {
    return await verifyReceipt(jws, { keys: production })
  } catch (error) {
    const problem = error instanceof ReceiptError ? error.problem : null
    if (problem === 'unknown_key') return verifyReceipt(jws, { keys: sandbox, test: true })
    if (problem === 'test_receipt' && sandbox.length === 0) return verifyReceipt(jws, { keys: production, test: true })
    throw error
  }
}

let turn = 0

async function check(): Promise<void> {
  turn += 1
  const own = turn
  const text = extractReceipt(field.value)
  if (text === '') return show(null)
  const shown = await decide(text)
  // Meanwhile something else was entered.
  if (own === turn) show(...shown)
}

type Shown = [verdict: Verdict, words: string, receipt?: VerifiedReceipt]

async function decide(text: string): Promise<Shown> {
  if (globalThis.crypto?.subtle === undefined) return ['unable', verdicts.insecure]
  let keys: Keys
  try {
    keys = readKeys()
  } catch {
    return ['unable', verdicts.wrongKeys]
  }
  try {
    const verified = await verifyWith(text, keys)
    return verified.claims.test === undefined && !keys.sandbox.some(({ kid }) => kid === verified.kid)
      ? ['right', verdicts.genuine, verified]
      : ['test', verdicts.test, verified]
  } catch (error) {
    if (error instanceof ReceiptError) return ['wrong', `${verdicts.wrong} ${problems[error.problem]}`]
    return ['unable', verdicts.tooOld]
  }
}

function show(verdict: Verdict | null, words = '', receipt?: VerifiedReceipt): void {
  const result = find<HTMLElement>('#result')
  result.hidden = verdict === null
  result.dataset.verdict = verdict ?? ''
  find('#verdict').textContent = words
  const list = find('#claims')
  list.replaceChildren(...(receipt ? describe(receipt).flatMap(([name, value]) => createRow(name, value)) : []))
  find<HTMLElement>('#meaning').hidden = receipt === undefined
}

function createRow(name: string, value: string): [HTMLElement, HTMLElement] {
  const [term, detail] = [document.createElement('dt'), document.createElement('dd')]
  term.textContent = name
  // Ids, hashes and names keep their own direction in a language that runs from right to left.
  const own = document.createElement('bdi')
  own.textContent = value
  detail.append(own)
  return [term, detail]
}

const showTime = (seconds: number) => new Date(seconds * 1_000).toISOString().replace('T', ' ').replace('.000Z', ' UTC')

function describe({ type, kid, claims }: VerifiedReceipt): [name: string, value: string][] {
  const { amount, currency, cryptoAmount, cryptocurrency, transfers, memo } = claims
  return [
    [labels[type], claims.sub],
    [labels.issuer, `${claims.iss}, ${showTime(claims.iat)}`],
    [labels.merchant, claims.merchant],
    [labels.price, `${amount} ${currency}`],
    [labels.amount, `${cryptoAmount} ${cryptocurrency}`],
    ...describeKind(claims),
    [labels.network, claims.network],
    [labels.contract, claims.token],
    [labels.recipient, claims.recipient],
    ...listLine(labels.memo, memo),
    ...transfers.map((one): [string, string] => [
      labels.transaction,
      `${one.transaction} · ${one.amount} · ${labels.sender} ${one.from} · ${labels.block} ${one.block}`,
    ]),
    [labels.id, claims.jti],
    [labels.key, kid],
  ]
}

function listLine(name: string, value: string | undefined): [name: string, value: string][] {
  return value === undefined ? [] : [[name, value]]
}

function describeKind(claims: PaymentReceipt | RefundReceipt): [name: string, value: string][] {
  if ('payment' in claims)
    return [
      [labels.refundOf, claims.payment],
      [labels.sent, showTime(claims.refundedAt)],
    ]
  const { orderReference, cryptoAmountReceived, cryptoAmount, accepted } = claims
  return [
    ...listLine(labels.received, cryptoAmountReceived === cryptoAmount ? undefined : cryptoAmountReceived),
    ...listLine(labels.note, accepted ? labels.accepted : undefined),
    [labels.paid, showTime(claims.paidAt)],
    ...listLine(labels.order, orderReference),
  ]
}

let timer: ReturnType<typeof setTimeout> | undefined
for (const input of [field, keysField]) {
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(check, WAIT_MS)
  })
}
file.addEventListener('change', async () => {
  field.value = (await file.files?.[0]?.text()) ?? ''
  await check()
})

/** A code on paper leads here with the receipt in the address's fragment, which browsers do not send. */
function takeFragment(): void {
  if (location.hash.length > 1) field.value = decodeFragment(location.hash.slice(1))
  void check()
}

/** A receipt needs no escapes. What has broken ones is checked as it is, and refused. */
function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

addEventListener('hashchange', takeFragment)
takeFragment()
