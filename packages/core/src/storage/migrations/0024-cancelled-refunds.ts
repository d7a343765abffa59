/** Cancelled refunds are watched for 90 days: each transfer is looked up among them by its recipient. */
export const up = `
create index refunds_cancelled_to on refunds (chain, to_address, cancelled_at) where status = 'cancelled' and method = 'sign';
`
