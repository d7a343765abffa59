/** When a merchant proved a wallet by its signature, and when the operator decided last what the merchant is to it. */
export const up = `
alter table wallet_users add column proven_at bigint;
alter table wallet_users add column decided_at bigint;
`
