import { noInput } from '../http/fields.ts'
import { defineRoute } from '../http/route.ts'
import { retrieveMerchant } from './find.ts'
import { MAX_IDENTITY_BYTES, merchantChanges } from './identity.ts'
import { settingsChanges } from './schema.ts'
import { updateMerchant } from './update.ts'
import { updateSettings } from './update-settings.ts'

export const merchantRoutes = {
  retrieve: defineRoute({
    name: 'retrieveMerchant',
    method: 'GET',
    path: '/merchant',
    summary: 'Retrieve the merchant whose keys these are, with its settings in this environment',
    scope: 'merchant:read',
    query: noInput,
    body: noInput,
    answer: 'Merchant',
    status: 200,
    handle: (ctx, caller) => retrieveMerchant(ctx, caller),
  }),
  update: defineRoute({
    name: 'updateMerchant',
    method: 'PATCH',
    path: '/merchant',
    summary: 'Change what payers see of the merchant; what is left out stays, null removes',
    scope: 'merchant:write',
    query: noInput,
    body: merchantChanges,
    maxBodyBytes: MAX_IDENTITY_BYTES,
    answer: 'Merchant',
    status: 200,
    handle: (ctx, caller, { body }) => updateMerchant(ctx, caller, body),
  }),
  updateSettings: defineRoute({
    name: 'updateSettings',
    method: 'PATCH',
    path: '/merchant/settings',
    summary: 'Change when and in which coin this environment is settled; what is left out stays',
    scope: 'merchant:write',
    query: noInput,
    body: settingsChanges,
    answer: 'MerchantSettings',
    status: 200,
    handle: (ctx, caller, { body }) => updateSettings(ctx, caller, body),
  }),
}
