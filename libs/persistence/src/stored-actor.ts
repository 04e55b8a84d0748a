/** Who has requested work that is done later. Log entries of its changes name them. */
export interface StoredActor {
  type: string;
  id: string | null;
  name: string | null;
  requestId: string | null;
}
