export async function deleteImages(bucket: Pick<R2Bucket, "list" | "delete">, prefix: string): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { objects, truncated } = await bucket.list({ prefix });
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
    isMore = truncated;
  }
}
