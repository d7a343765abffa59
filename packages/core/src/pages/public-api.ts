import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { serialisePriced } from '../domain/serialise.ts'
import { type ApiRequest, type ApiResponse, parseJsonBody } from '../http/exchange.ts'
import { parseInput } from '../http/problem.ts'
import {
  type ChallengeInput,
  challengeClaim,
  challengeInput,
  type ProofInput,
  proofInput,
  proveClaim,
} from '../payments/claims/prove.ts'
import { findPaymentCaller } from '../payments/find.ts'
import { type HintInput, hintInput, recordHint } from '../payments/hints/record-hint.ts'
import { chooseMethod } from '../payments/methods/choose.ts'
import { methodInput, type ValidMethodInput } from '../payments/schema.ts'
import { type AuthorizationInput, acceptAuthorization, authorizationInput } from '../relays/evm/accept.ts'
import { askForAuthorization } from '../relays/evm/offer.ts'
import { findFunds } from './funds.ts'
import {
  type AccountInput,
  accountInput,
  buildTransaction,
  findWalletTerms,
  listOffers,
  type PayerInput,
  payerInput,
  type SignedInput,
  signedInput,
  submitTransaction,
} from './payer-wallet.ts'
import { answerPublicly, type Endpoint, jsonHeaders } from './public-endpoint.ts'
import { answerStatus } from './public-status.ts'
import { findPublicPayment } from './public-view.ts'
import type { VisitLimits } from './visit.ts'

/** The element's requests below `/pay/<id>/`. */
const endpoints = {
  status: { methods: ['GET', 'HEAD'], takes: 'If-None-Match', answer: status },
  wallet: { methods: ['GET', 'HEAD'], takes: null, answer: wallet },
  method: { methods: ['POST'], takes: 'Content-Type', answer: choose },
  funds: { methods: ['POST'], takes: 'Content-Type', answer: funds },
  transactions: { methods: ['POST'], takes: 'Content-Type', answer: report },
  'claims/challenge': { methods: ['POST'], takes: 'Content-Type', answer: challenge },
  'claims/prove': { methods: ['POST'], takes: 'Content-Type', answer: prove },
  authorization: { methods: ['GET', 'HEAD'], takes: null, answer: ask },
  authorizations: { methods: ['POST'], takes: 'Content-Type', answer: authorize },
  'stellar/assets': { methods: ['POST'], takes: 'Content-Type', answer: offers },
  'stellar/transaction': { methods: ['POST'], takes: 'Content-Type', answer: build },
  'stellar/submit': { methods: ['POST'], takes: 'Content-Type', answer: submit },
} as const satisfies Record<string, Endpoint>
export type EndpointName = keyof typeof endpoints

export const endpointNames = Object.keys(endpoints) as readonly EndpointName[]

/** Serves the element's requests for a payment. */
export function createPublicApi(ctx: Context, limits: VisitLimits) {
  return (request: ApiRequest, name: EndpointName, id: string): Promise<ApiResponse> =>
    answerPublicly(ctx, request, {
      endpoint: endpoints[name],
      id,
      end: 'payment',
      wait: () => limits(request.address, id, name === 'status' ? 'status' : 'visit'),
    })
}

async function required<T>(
  ctx: Context,
  id: string,
  read: (ctx: Context, id: string) => Promise<T | null>,
): Promise<T> {
  const found = isId('pay', id) ? await read(ctx, id) : null
  if (found) return found
  throw new CheckoutError('resource_missing', 'There is no such payment.', 'id')
}

function status(ctx: Context, request: ApiRequest, id: string): Promise<ApiResponse> {
  return required(ctx, id, () => answerStatus(ctx, request, id))
}

async function wallet(ctx: Context, _: ApiRequest, id: string): Promise<ApiResponse> {
  return { status: 200, headers: jsonHeaders, body: JSON.stringify(await required(ctx, id, findWalletTerms)) }
}

/** Chooses a method for the payer. Only the page's payer knows the payment's id. */
async function choose(ctx: Context, request: ApiRequest, id: string): Promise<ApiResponse> {
  const input = parseInput(methodInput, parseJsonBody(request)) as ValidMethodInput
  const caller = await required(ctx, id, findPaymentCaller)
  await chooseMethod(ctx, caller, id, input)
  return { status: 200, headers: jsonHeaders, body: serialisePriced(await required(ctx, id, findPublicPayment)) }
}

async function funds(ctx: Context, request: ApiRequest, id: string): Promise<ApiResponse> {
  const { account } = parseInput(accountInput, parseJsonBody(request)) as AccountInput
  const found = await required(ctx, id, () => findFunds(ctx, id, account))
  return { status: 200, headers: jsonHeaders, body: JSON.stringify(found) }
}

async function report(ctx: Context, request: ApiRequest, id: string): Promise<ApiResponse> {
  const input = parseInput(hintInput, parseJsonBody(request)) as HintInput
  if (isId('pay', id)) await recordHint(ctx, id, input)
  return { status: 200, headers: jsonHeaders, body: serialisePriced(await required(ctx, id, findPublicPayment)) }
}

async function challenge(ctx: Context, request: ApiRequest, id: string): Promise<ApiResponse> {
  const input = parseInput(challengeInput, parseJsonBody(request)) as ChallengeInput
  const text = await required(ctx, id, () => challengeClaim(ctx, id, input))
  return { status: 200, headers: jsonHeaders, body: JSON.stringify(text) }
}

async function prove(ctx: Context, request: ApiRequest, id: string): Promise<ApiResponse> {
  const input = parseInput(proofInput, parseJsonBody(request)) as ProofInput
  await required(ctx, id, () => proveClaim(ctx, id, input))
  return { status: 200, headers: jsonHeaders, body: serialisePriced(await required(ctx, id, findPublicPayment)) }
}

async function offers(ctx: Context, request: ApiRequest, id: string): Promise<ApiResponse> {
  const { account } = parseInput(accountInput, parseJsonBody(request)) as AccountInput
  const offered = await required(ctx, id, () => listOffers(ctx, id, account))
  return { status: 200, headers: jsonHeaders, body: JSON.stringify(offered) }
}

async function build(ctx: Context, request: ApiRequest, id: string): Promise<ApiResponse> {
  const payer = parseInput(payerInput, parseJsonBody(request)) as PayerInput
  const built = await required(ctx, id, () => buildTransaction(ctx, id, payer))
  return { status: 200, headers: jsonHeaders, body: JSON.stringify(built) }
}

async function submit(ctx: Context, request: ApiRequest, id: string): Promise<ApiResponse> {
  const signed = parseInput(signedInput, parseJsonBody(request)) as SignedInput
  await required(ctx, id, () => submitTransaction(ctx, id, signed))
  return { status: 200, headers: jsonHeaders, body: serialisePriced(await required(ctx, id, findPublicPayment)) }
}

async function ask(ctx: Context, { query }: ApiRequest, id: string): Promise<ApiResponse> {
  const from = new URLSearchParams(query).get('from')
  if (from === null) throw new CheckoutError('missing_parameter', 'from is required: the account that pays.', 'from')
  const data = await required(ctx, id, () => askForAuthorization(ctx, id, from))
  return { status: 200, headers: jsonHeaders, body: JSON.stringify(data) }
}

async function authorize(ctx: Context, request: ApiRequest, id: string): Promise<ApiResponse> {
  const input = parseInput(authorizationInput, parseJsonBody(request)) as AuthorizationInput
  const authorization = await required(ctx, id, () => acceptAuthorization(ctx, id, input))
  return { status: 200, headers: jsonHeaders, body: JSON.stringify(authorization) }
}
