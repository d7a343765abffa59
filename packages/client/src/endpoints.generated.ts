/** Made by `npm run reference` from the schemas and routes of the core. Change those, and run it again. */

/** Every operation of the API, by its name in process. */
export const endpoints = {
  payments: {
    create: { method: 'POST', path: '/payments', takes: 'body' },
    list: { method: 'GET', path: '/payments', takes: 'query' },
    export: { method: 'GET', path: '/payments/export', takes: 'query' },
    retrieve: { method: 'GET', path: '/payments/{id}', takes: null },
    cancel: { method: 'POST', path: '/payments/{id}/cancel', takes: null },
    choose: { method: 'POST', path: '/payments/{id}/method', takes: 'body' },
    accept: { method: 'POST', path: '/payments/{id}/accept', takes: null },
    retrieveCustomerReceipts: { method: 'GET', path: '/payments/{id}/customer_receipts', takes: null },
    resendReceipt: { method: 'POST', path: '/payments/{id}/customer_receipts/resend', takes: null },
  },
  paymentMethods: {
    list: { method: 'GET', path: '/payment_methods', takes: null },
  },
  overview: {
    retrieve: { method: 'GET', path: '/overview', takes: 'query' },
  },
  paymentLinks: {
    create: { method: 'POST', path: '/payment_links', takes: 'body' },
    list: { method: 'GET', path: '/payment_links', takes: 'query' },
    retrieve: { method: 'GET', path: '/payment_links/{id}', takes: null },
    update: { method: 'PATCH', path: '/payment_links/{id}', takes: 'body' },
  },
  transfers: {
    list: { method: 'GET', path: '/transfers', takes: 'query' },
    retrieve: { method: 'GET', path: '/transfers/{id}', takes: null },
    assign: { method: 'POST', path: '/transfers/{id}/assign', takes: 'body' },
  },
  refunds: {
    create: { method: 'POST', path: '/refunds', takes: 'body' },
    list: { method: 'GET', path: '/refunds', takes: 'query' },
    retrieve: { method: 'GET', path: '/refunds/{id}', takes: null },
    cancel: { method: 'POST', path: '/refunds/{id}/cancel', takes: null },
  },
  events: {
    list: { method: 'GET', path: '/events', takes: 'query' },
    retrieve: { method: 'GET', path: '/events/{id}', takes: null },
  },
  webhooks: {
    create: { method: 'POST', path: '/webhooks', takes: 'body' },
    list: { method: 'GET', path: '/webhooks', takes: 'query' },
    retrieve: { method: 'GET', path: '/webhooks/{id}', takes: null },
    update: { method: 'PATCH', path: '/webhooks/{id}', takes: 'body' },
    delete: { method: 'DELETE', path: '/webhooks/{id}', takes: null },
    rotate: { method: 'POST', path: '/webhooks/{id}/rotate', takes: null },
    ping: { method: 'POST', path: '/webhooks/{id}/ping', takes: null },
    deliveries: { method: 'GET', path: '/webhooks/{id}/deliveries', takes: 'query' },
    resendFailed: { method: 'POST', path: '/webhooks/{id}/resend_failed', takes: 'body' },
    rotateDefaultSecret: { method: 'POST', path: '/merchant/webhook_secret/rotate', takes: null },
  },
  deliveries: {
    list: { method: 'GET', path: '/deliveries', takes: 'query' },
    ofPayment: { method: 'GET', path: '/payments/{id}/deliveries', takes: 'query' },
    retrieve: { method: 'GET', path: '/deliveries/{id}', takes: null },
    resend: { method: 'POST', path: '/deliveries/{id}/resend', takes: null },
  },
  settlements: {
    create: { method: 'POST', path: '/settlements', takes: null },
    list: { method: 'GET', path: '/settlements', takes: 'query' },
    retrieve: { method: 'GET', path: '/settlements/{id}', takes: null },
    entries: { method: 'GET', path: '/settlements/{id}/entries', takes: 'query' },
  },
  ledger: {
    list: { method: 'GET', path: '/ledger', takes: 'query' },
  },
  reports: {
    retrieve: { method: 'GET', path: '/reports/summary', takes: 'query' },
    export: { method: 'GET', path: '/reports/summary/export', takes: 'query' },
    exportLedger: { method: 'GET', path: '/ledger/export', takes: 'query' },
  },
  merchant: {
    retrieve: { method: 'GET', path: '/merchant', takes: null },
    update: { method: 'PATCH', path: '/merchant', takes: 'body' },
    previewRoutes: { method: 'GET', path: '/merchant/settings/routes', takes: 'query' },
    updateSettings: { method: 'PATCH', path: '/merchant/settings', takes: 'body' },
  },
  wallets: {
    challenge: { method: 'POST', path: '/wallets/challenge', takes: 'body' },
    prove: { method: 'POST', path: '/wallets/prove', takes: 'body' },
  },
  networkStatus: {
    retrieve: { method: 'GET', path: '/network_status', takes: null },
  },
  requests: {
    list: { method: 'GET', path: '/requests', takes: 'query' },
  },
  keys: {
    create: { method: 'POST', path: '/keys', takes: 'body' },
    list: { method: 'GET', path: '/keys', takes: 'query' },
    retrieve: { method: 'GET', path: '/keys/{id}', takes: null },
    retrieveOwn: { method: 'GET', path: '/key', takes: null },
    rotate: { method: 'POST', path: '/keys/{id}/rotate', takes: 'body' },
    revoke: { method: 'DELETE', path: '/keys/{id}', takes: null },
  },
  connections: {
    preview: { method: 'POST', path: '/connections/preview', takes: 'body' },
    create: { method: 'POST', path: '/connections', takes: 'body' },
    list: { method: 'GET', path: '/connections', takes: 'query' },
    end: { method: 'DELETE', path: '/connections/{id}', takes: null },
  },
  users: {
    list: { method: 'GET', path: '/users', takes: 'query' },
    update: { method: 'PATCH', path: '/users/{id}', takes: 'body' },
    remove: { method: 'DELETE', path: '/users/{id}', takes: null },
  },
  invitations: {
    create: { method: 'POST', path: '/invitations', takes: 'body' },
    list: { method: 'GET', path: '/invitations', takes: 'query' },
    delete: { method: 'DELETE', path: '/invitations/{id}', takes: null },
  },
  audit: {
    list: { method: 'GET', path: '/audit', takes: 'query' },
    export: { method: 'GET', path: '/audit/export', takes: 'query' },
  },
  testHelpers: {
    pay: { method: 'POST', path: '/test_helpers/payments/{id}/pay', takes: 'body' },
    expire: { method: 'POST', path: '/test_helpers/payments/{id}/expire', takes: null },
  },
} as const
