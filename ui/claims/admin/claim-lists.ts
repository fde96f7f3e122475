export const claimLists = ['pending', 'approved', 'rejected'] as const;
export type ClaimListName = (typeof claimLists)[number];
