import type { PaymentLink } from '@crypto-checkout/api-types'
import { noInput } from '../../http/fields.ts'
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
    scope: 'payment_links:write',
    query: noInput,
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
    scope: 'payment_links:read',
    query: linkQuery,
    body: noInput,
    answer: 'PaymentLinkList',
    status: 200,
    handle: (ctx, caller, { query }) => listLinks(ctx, caller, query),
  }),
  retrieve: defineRoute({
    name: 'retrievePaymentLink',
    method: 'GET',
    path: '/payment_links/{id}',
    summary: 'Retrieve a payment link',
    scope: 'payment_links:read',
    query: noInput,
    body: noInput,
    answer: 'PaymentLink',
    status: 200,
    handle: (ctx, caller, { id }) => retrieveLink(ctx, caller, id),
  }),
  update: defineRoute({
    name: 'updatePaymentLink',
    method: 'PATCH',
    path: '/payment_links/{id}',
    summary: 'Turn a payment link off or on, or change its title or limit',
    scope: 'payment_links:write',
    query: noInput,
    body: linkChanges,
    answer: 'PaymentLink',
    status: 200,
    handle: (ctx, caller, { id, body }) => updateLink(ctx, caller, id, body),
    audit: {
      object: 'payment_link',
      before: async (ctx, tx, caller, id) => describeChangeable(toLinkView(ctx, await requireLink(tx, caller, id))),
      after: describeChangeable,
    },
  }),
}
