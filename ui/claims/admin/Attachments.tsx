import { claimAttachment } from '#contract/claims.ts';
import { urlOf } from '#contract/url.ts';
import { ChevronLeft, ChevronRight, FileText, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatBytes } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { usePlatform } from '#ui/platform/platform.ts';
import { useShortcuts } from '#ui/admin-shell/use-shortcuts.ts';
import css from './Attachments.module.css';
import { useAttachment, type AttachmentInfo } from './use-attachment.ts';

/** The files of a claim as thumbnails. The open one is shown large next to the decision. */
export function Attachments({ files }: { files: readonly AttachmentInfo[] }) {
  const [open, setOpen] = useState<number | null>(null);
  const show = (index: number) => setOpen((index + files.length) % files.length);
  useShortcuts({
    d: () => files.length > 0 && (open === null ? show(0) : setOpen(null)),
    ArrowLeft: () => open !== null && show(open - 1),
    ArrowRight: () => open !== null && show(open + 1),
  });
  if (files.length === 0) return <p className={css.muted}>No attachments.</p>;
  return (
    <>
      <div className={css.thumbs}>
        {files.map((file, at) => (
          <Thumb key={file.id} file={file} open={open === at} onOpen={() => setOpen(open === at ? null : at)} />
        ))}
      </div>
      {open !== null && (
        <Viewer
          key={files[open]!.id}
          file={files[open]!}
          onClose={() => setOpen(null)}
          {...(files.length > 1 && { onStep: (by: number) => show(open + by) })}
        />
      )}
    </>
  );
}

const isImage = ({ type }: AttachmentInfo): boolean => /^image\/(jpeg|png|webp)$/.test(type);

function Thumb({ file, open, onOpen }: { file: AttachmentInfo; open: boolean; onOpen: () => void }) {
  return (
    <button type="button" className={css.thumb} aria-expanded={open} onClick={onOpen}>
      {isImage(file) ? (
        <ThumbImage file={file} />
      ) : (
        <span className={css.thumbIcon}>
          <FileText size={32} strokeWidth={1.5} aria-hidden="true" />
        </span>
      )}
      <span className={css.thumbName}>
        {file.name} ({formatBytes(file.size)})
      </span>
    </button>
  );
}

function ThumbImage({ file }: { file: AttachmentInfo }) {
  const { url, failed } = useAttachment(file);
  if (failed) return <span className={css.thumbIcon}>This file could not be loaded.</span>;
  return url ? <img src={url} alt="" /> : <Skeleton height={118} />;
}

interface ViewerProps {
  file: AttachmentInfo;
  onClose: () => void;
  onStep?: (by: number) => void;
}

function Viewer({ file, onClose, onStep }: ViewerProps) {
  const { url, failed } = useAttachment(file);
  const { saveFile } = usePlatform();
  const [large, setLarge] = useState(false);
  const save = () =>
    saveFile(urlOf(claimAttachment.path, { id: String(file.id) }, {}), file.name).catch(() =>
      toast({ title: 'Could not save', description: `${file.name} could not be saved.`, variant: 'destructive' }),
    );
  return (
    <section className={css.viewer} aria-label={`Document ${file.name}`}>
      <div className={css.viewerHead}>
        <strong>{file.name}</strong>
        {onStep && (
          <>
            <IconButton label="Previous document" size="small" onClick={() => onStep(-1)}>
              <ChevronLeft />
            </IconButton>
            <IconButton label="Next document" size="small" onClick={() => onStep(1)}>
              <ChevronRight />
            </IconButton>
          </>
        )}
        {isImage(file) && (
          <Button size="small" variant="quiet" aria-pressed={large} onClick={() => setLarge(!large)}>
            Actual size
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => void save()}>
          Save a copy
        </Button>
        <IconButton label="Close the document" size="small" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {failed ? (
        <Callout tone="warn" title="This file could not be loaded">
          Documents are not stored on this computer. Connect to the server to see it.
        </Callout>
      ) : !url ? (
        <Skeleton height={320} />
      ) : isImage(file) ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable areas must be reachable by keyboard
        <div className={css.picture} role="region" aria-label={`Picture ${file.name}`} tabIndex={0} data-large={large}>
          <img src={url} alt={`${file.kind}: ${file.name}`} />
        </div>
      ) : file.type === 'application/pdf' && navigator.pdfViewerEnabled ? (
        // A sandboxed frame has no PDF viewer. The browser's viewer runs isolated from this page.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe className={css.pdf} title={file.name} src={`${url}#navpanes=0&view=FitH`} />
      ) : (
        <Callout tone="warn" title="This window cannot show this type of file">
          Save a copy to open it in another program.
        </Callout>
      )}
    </section>
  );
}
