/** When a merchant proved a wallet by its signature, and when the operator last set the merchant's role for it. */
export const up = `
alter table wallet_users add column proven_at bigint;
alter table wallet_users add column decided_at bigint;
`
