import type { PaymentLink } from '@crypto-checkout/api-types'
import { defineRoute } from '../../http/route.ts'
import { createLink, updateLink } from './change.ts'
import { listLinks, requireLink, retrieveLink, toLinkView } from './find.ts'
import { linkChanges, linkInput, linkQuery } from './schema.ts'

const describeChangeable = ({ active, title, limit }: PaymentLink) => ({ active, title, limit })

export const linkRoutes = {
  create: defineRoute({
    name: 'createPaymentLink',
    method: 'POST',
    path: '/payment_links',
    summary: 'Create a payment link: a page that makes payments',
    description:
      'Each payer who presses the button of its page gets a payment of their own. Give either `amount`, or at ' +
      'least `minimum`.',
    refusals: [
      'unsupported_asset',
      'unsupported_currency',
      'invalid_wallet_address',
      'wallet_cannot_receive',
      'quota_exceeded',
      'not_ready',
    ],
    scope: 'payment_links:write',
    reauthentication: 'sometimes',
    body: linkInput,
    answer: 'PaymentLink',
    status: 201,
    handle: (ctx, caller, { body }) => createLink(ctx, caller, body),
    audit: {
      object: 'payment_link',
      after: (link) => {
        const { amount, minimum, maximum, currency, cryptocurrency, network, merchantWallet, expiresAt } = link
        const terms = { amount, minimum, maximum, currency, cryptocurrency, network, merchantWallet, expiresAt }
        return { ...describeChangeable(link), ...terms }
      },
    },
  }),
  list: defineRoute({
    name: 'listPaymentLinks',
    method: 'GET',
    path: '/payment_links',
    summary: 'List payment links, newest first',
    description: 'It lists links in every status. `GET /payments?paymentLink=` lists the payments of one.',
    scope: 'payment_links:read',
    query: linkQuery,
    answer: 'PaymentLinkList',
    handle: (ctx, caller, { query }) => listLinks(ctx, caller, query),
  }),
  retrieve: defineRoute({
    name: 'retrievePaymentLink',
    method: 'GET',
    path: '/payment_links/{id}',
    summary: 'Retrieve a payment link',
    description: '`status` says whether it makes payments, and otherwise why not.',
    scope: 'payment_links:read',
    answer: 'PaymentLink',
    handle: (ctx, caller, { id }) => retrieveLink(ctx, caller, id),
  }),
  update: defineRoute({
    name: 'updatePaymentLink',
    method: 'PATCH',
    path: '/payment_links/{id}',
    summary: 'Turn a payment link off or on, or change its title or limit',
    description: 'What you leave out stays. The price and the wallet never change: make another link for that.',
    refusals: ['quota_exceeded'],
    scope: 'payment_links:write',
    body: linkChanges,
    answer: 'PaymentLink',
    handle: (ctx, caller, { id, body }) => updateLink(ctx, caller, id, body),
    audit: {
      object: 'payment_link',
      before: async (ctx, tx, caller, id) => describeChangeable(toLinkView(ctx, await requireLink(tx, caller, id))),
      after: describeChangeable,
    },
  }),
}
