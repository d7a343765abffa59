import type { Merchant } from '@crypto-checkout/api-types'
import { defineRoute } from '../http/route.ts'
import { settingsChanges, updateSettings } from './change-settings.ts'
import { MAX_IDENTITY_BYTES, merchantChanges } from './identity.ts'
import { describeIdentity, requireMerchant, retrieveMerchant, updateMerchant } from './merchant.ts'
import { loadSettings, resolvePolicy } from './settings.ts'
import { previewRoutes, routesQuery } from './settlement-routes.ts'

type Identity = Pick<Merchant, 'name' | 'accent' | 'logo' | 'supportEmail' | 'supportUrl'>
const describe = ({ name, accent, logo, supportEmail, supportUrl }: Identity) => {
  return { name, accent, logo, supportEmail, supportUrl }
}

export const merchantRoutes = {
  retrieve: defineRoute({
    name: 'retrieveMerchant',
    method: 'GET',
    path: '/merchant',
    summary: 'Retrieve the merchant whose keys these are, with its settings in this environment',
    description: 'Use it to check keys, and to see the rules that new payments get.',
    scope: 'merchant:read',
    answer: 'Merchant',
    handle: (ctx, caller) => retrieveMerchant(ctx, caller),
  }),
  update: defineRoute({
    name: 'updateMerchant',
    method: 'PATCH',
    path: '/merchant',
    summary: 'Change what payers see of the merchant; what is left out stays, null removes',
    description: 'Both environments show the same. A server that takes real payments refuses keys of the sandbox here.',
    scope: 'merchant:write',
    reauthentication: 'sometimes',
    body: merchantChanges,
    maxBodyBytes: MAX_IDENTITY_BYTES,
    answer: 'Merchant',
    handle: (ctx, caller, { body }) => updateMerchant(ctx, caller, body),
    audit: {
      object: 'merchant',
      before: async (ctx, tx, caller) => {
        const row = await requireMerchant(tx, caller.merchantId)
        return describe({ name: row.name, ...describeIdentity(ctx, row) })
      },
      after: describe,
    },
  }),
  previewRoutes: defineRoute({
    name: 'previewRoutes',
    method: 'GET',
    path: '/merchant/settings/routes',
    summary: 'List the routes of each coin and network as they would be with other settings',
    description: 'Nothing is changed. The wallets are those of the settings.',
    refusals: ['unsupported_asset'],
    scope: 'merchant:read',
    forPeople: true,
    query: routesQuery,
    answer: 'SettlementRouteList',
    handle: (ctx, caller, { query }) => previewRoutes(ctx, caller, query),
  }),
  updateSettings: defineRoute({
    name: 'updateSettings',
    method: 'PATCH',
    path: '/merchant/settings',
    reauthentication: 'sometimes',
    summary: 'Change wallets, settlements and the rules of payments in this environment; what is left out stays',
    description:
      'A schedule replaces the whole one before. Null leaves a rule to the operator. A payment keeps the rules ' +
      'that it was made with.',
    refusals: ['unsupported_asset', 'invalid_wallet_address'],
    scope: 'merchant:write',
    body: settingsChanges,
    answer: 'MerchantSettings',
    handle: (ctx, caller, { body }) => updateSettings(ctx, caller, body),
    audit: {
      object: 'merchant_settings',
      before: async (ctx, tx, caller) => {
        const { settings } = await loadSettings(tx, caller)
        return { ...settings, ...resolvePolicy(ctx, settings) }
      },
      after: ({ id: _id, object: _object, routes: _routes, policy: _policy, livemode: _livemode, ...rest }) => {
        const { updatedAt: _updatedAt, ...changed } = rest
        return changed
      },
    },
  }),
}
