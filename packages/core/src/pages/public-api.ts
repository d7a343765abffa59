import { listKeys } from '@crypto-checkout/api-types'
import type { z } from 'zod'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { serialisePriced } from '../domain/serialise.ts'
import { type ApiRequest, type ApiResponse, parseJsonBody } from '../http/exchange.ts'
import { parseInput } from '../http/problem.ts'
import { challengeClaim, challengeInput, proofInput, proveClaim } from '../payments/claims/prove.ts'
import { findPaymentCaller } from '../payments/find.ts'
import { hintInput, recordHint } from '../payments/hints/record-hint.ts'
import { chooseMethod } from '../payments/methods/choose.ts'
import { payerEmailInput, setPayerEmail } from '../payments/payer-email.ts'
import { methodInput } from '../payments/schema.ts'
import { acceptAuthorization, authorizationInput } from '../relays/evm/accept.ts'
import { askForAuthorization } from '../relays/evm/offer.ts'
import { findFunds } from './funds.ts'
import {
  accountInput,
  buildTransaction,
  findWalletTerms,
  listOffers,
  payerInput,
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
  // Only the page's payer knows the payment's id.
  method: change(methodInput, async (ctx, id, input) => {
    const caller = await findPaymentCaller(ctx, id)
    if (caller) await chooseMethod(ctx, caller, id, input)
  }),
  email: change(payerEmailInput, setPayerEmail),
  funds: ask(accountInput, (ctx, id, { account }) => findFunds(ctx, id, account)),
  transactions: change(hintInput, recordHint),
  'claims/challenge': ask(challengeInput, challengeClaim),
  'claims/prove': change(proofInput, proveClaim),
  authorization: { methods: ['GET', 'HEAD'], takes: null, answer: order },
  authorizations: ask(authorizationInput, acceptAuthorization),
  'stellar/assets': ask(accountInput, (ctx, id, { account }) => listOffers(ctx, id, account)),
  'stellar/transaction': ask(payerInput, buildTransaction),
  'stellar/submit': change(signedInput, submitTransaction),
} as const satisfies Record<string, Endpoint>
export type EndpointName = keyof typeof endpoints

export const endpointNames: readonly EndpointName[] = listKeys(endpoints)

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

type Act<Input, Answer> = (ctx: Context, id: string, input: Input) => Promise<Answer>

/** An endpoint that takes an input and answers with what `act` returns; null: there is no such payment. */
function ask<Input extends object>(schema: z.ZodType<Input>, act: Act<Input, object | null>): Endpoint {
  return takeInput(async (ctx, request, id) => {
    const input = parseInput(schema, parseJsonBody(request))
    return JSON.stringify(await required(ctx, id, () => act(ctx, id, input)))
  })
}

/** An endpoint that takes an input, and answers with the payment as it is after `act`. */
function change<Input extends object>(schema: z.ZodType<Input>, act: Act<Input, unknown>): Endpoint {
  return takeInput(async (ctx, request, id) => {
    const input = parseInput(schema, parseJsonBody(request))
    if (isId('pay', id)) await act(ctx, id, input)
    return serialisePriced(await required(ctx, id, findPublicPayment))
  })
}

function takeInput(answer: (ctx: Context, request: ApiRequest, id: string) => Promise<string>): Endpoint {
  return {
    methods: ['POST'],
    takes: 'Content-Type',
    answer: async (ctx, request, id) => toAnswer(await answer(ctx, request, id)),
  }
}

function toAnswer(body: string): ApiResponse {
  return { status: 200, headers: jsonHeaders, body }
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
  return toAnswer(JSON.stringify(await required(ctx, id, findWalletTerms)))
}

async function order(ctx: Context, { query }: ApiRequest, id: string): Promise<ApiResponse> {
  const from = new URLSearchParams(query).get('from')
  if (from === null) throw new CheckoutError('missing_parameter', 'from is required: the account that pays.', 'from')
  return toAnswer(JSON.stringify(await required(ctx, id, () => askForAuthorization(ctx, id, from))))
}
